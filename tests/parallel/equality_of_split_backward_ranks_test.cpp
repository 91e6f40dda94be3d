// Weight halves played later than their input halves, at the end or anywhere, compute what one rank
// computes with plain backwards: every block, ZeRO stage and way to keep activations.

#include <array>
#include <random>

#include <gtest/gtest.h>

#include "tests/parallel/comparison.hpp"
#include "tests/parallel/schedule/split_backward.hpp"
#include "tests/parallel/small_blocks.hpp"

namespace {

using parallel::Action;
using parallel::PipelineSchedule;
using parallel::Plan;
using sim::ActivationPlan;
using sim::Recompute;

const std::vector<ActivationPlan> plans = {
    {},
    {.recompute = Recompute::none, .sequence_parallel = true},
    {.recompute = Recompute::selective, .sequence_parallel = true},
    {.recompute = Recompute::full},
    {.recompute = Recompute::full, .sequence_parallel = true},
    {.recompute = Recompute::full, .partition_activations = true},
};

void expect_equal(Plan plan, const test::Trained& reference, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto split = [&](parallel::Schedule schedule) {
    return seed % 2 == 0 ? test::with_weight_halves_last(std::move(schedule))
                         : test::with_weight_halves_anywhere(std::move(schedule), random);
  };
  plan.schedule_table = test::changed_schedules(plan, split);
  test::expect_equal(
      test::train(test_support::session(), plan), reference,
      test::describe(plan) + fmt::format(" recompute={} sp={} partition={} seed={}",
                                         static_cast<int>(plan.activations.recompute),
                                         plan.activations.sequence_parallel,
                                         plan.activations.partition_activations, seed));
}

/// Every mesh of this many ranks with every way to keep activations, each with its turn of ZeRO
/// stages, buckets and schedules.
void expect_every_layout_equals_one_rank(const Plan& base) {
  const test::Trained reference = test::train(test_support::session(), base);
  std::uint32_t turn = 0;
  for (const int dp : {1, 2, 4}) {
    for (const int tp : {1, 2, 4}) {
      for (const int pp : {1, 2, 4}) {
        if (dp * tp * pp != test_support::session().size()) continue;
        for (const ActivationPlan& activations : plans) {
          if (activations.partition_activations && tp == 1) continue;
          Plan plan = test::on_mesh(base, {dp, tp, pp}, static_cast<int>(turn / 2 % 4), 2);
          plan.activations = activations;
          plan.zero.reduce_scatter = turn % 5 != 4;
          if (turn % 3 == 0) plan.zero.reduce_bucket_size = 300;
          if (turn % 3 == 1) plan.schedule = PipelineSchedule::gpipe;
          expect_equal(plan, reference, turn);
          ++turn;
        }
      }
    }
  }
}

Plan with_dropout(Plan plan) {
  plan.model.attention_dropout = 0.2;
  plan.model.hidden_dropout = 0.1;
  return plan;
}

TEST(EqualityOfSplitBackward, Gpt2) {
  expect_every_layout_equals_one_rank(test::divisible_plan());
}

TEST(EqualityOfSplitBackward, Gpt2WithDropout) {
  expect_every_layout_equals_one_rank(with_dropout(test::divisible_plan()));
}

TEST(EqualityOfSplitBackward, Llama) {
  expect_every_layout_equals_one_rank(test::llama_plan());
}

TEST(EqualityOfSplitBackward, NeoX) {
  expect_every_layout_equals_one_rank(test::neox_plan());
}

TEST(EqualityOfSplitBackward, SharedNormWithDropout) {
  expect_every_layout_equals_one_rank(with_dropout(test::shared_norm_plan()));
}

TEST(EqualityOfSplitBackward, SharedNorm) {
  expect_every_layout_equals_one_rank(test::shared_norm_plan());
}

TEST(EqualityOfSplitBackward, HeadNorms) {
  expect_every_layout_equals_one_rank(test::head_norms_plan());
}

TEST(EqualityOfSplitBackward, EveryZeroStage) {
  Plan base = test::divisible_plan();
  base.model.tied_embedding = false;
  const test::Trained reference = test::train(test_support::session(), base);
  const int ranks = test_support::session().size();
  for (const int stage : {0, 1, 2, 3}) {
    for (const std::int64_t bucket : {300, 1 << 20}) {
      for (const std::int64_t m : {2, 4}) {
        if (base.global_batch_size % (ranks * m) != 0) continue;
        Plan plan = test::on_mesh(base, {.dp = ranks}, stage, m);
        plan.zero.reduce_bucket_size = bucket;
        for (const std::uint32_t seed : {0U, 1U}) expect_equal(plan, reference, seed);
        if (stage == 3) plan.zero.stage3 = parallel::Stage3Plan{.param_persistence_threshold = 100};
        expect_equal(plan, reference, 5);
      }
    }
  }
}

TEST(EqualityOfSplitBackward, VirtualStages) {
  Plan base = test::divisible_plan();
  base.model.layers = 8;
  base.layers_per_stage = {8};
  const test::Trained reference = test::train(test_support::session(), base);
  std::uint32_t turn = 0;
  for (const ranks::MeshShape mesh :
       {ranks::MeshShape{1, 1, 2}, ranks::MeshShape{2, 1, 2}, ranks::MeshShape{1, 2, 2},
        ranks::MeshShape{1, 1, 4}, ranks::MeshShape{2, 2, 2}, ranks::MeshShape{2, 1, 4}}) {
    if (mesh.size() != test_support::session().size()) continue;
    for (const int stage : {0, 1, 2, 3}) {
      Plan plan = test::on_mesh(base, mesh, stage, 4);
      if (plan.micro_batches() % mesh.pp != 0) continue;
      plan.schedule = PipelineSchedule::interleaved;
      plan.virtual_stages = 2;
      plan.layers_per_stage.assign(2 * static_cast<std::size_t>(mesh.pp), 8 / (2 * mesh.pp));
      expect_equal(plan, reference, turn++);
    }
  }
}

// Two stages, two micro-batches: the last receives both activations before it works and sends both
// gradients after it has; the first receives both gradients before its backwards.
TEST(EqualityOfSplitBackward, MessagesReceivedEarlyAndSentLate) {
  if (test_support::session().size() != 2) return;
  const Plan base = test::divisible_plan();
  Plan plan = test::on_mesh(base, {.pp = 2}, 0, 2);
  using enum Action;
  plan.schedule_table = {{{forward, 0, 0},
                          {forward, 0, 1},
                          {send_activation, 0, 0},
                          {send_activation, 0, 1},
                          {receive_gradient, 0, 0},
                          {receive_gradient, 0, 1},
                          {backward_input, 0, 1},
                          {backward_input, 0, 0},
                          {backward_weight, 0, 0},
                          {backward_weight, 0, 1},
                          {reduce, 0, 0}},
                         {{receive_activation, 0, 0},
                          {receive_activation, 0, 1},
                          {forward, 0, 1},
                          {forward, 0, 0},
                          {backward_input, 0, 0},
                          {backward_input, 0, 1},
                          {send_gradient, 0, 0},
                          {backward_weight, 0, 1},
                          {send_gradient, 0, 1},
                          {backward_weight, 0, 0},
                          {reduce, 0, 0}}};
  test::expect_equal(test::train(test_support::session(), plan),
                     test::train(test_support::session(), base), "early and late");
}

}  // namespace
