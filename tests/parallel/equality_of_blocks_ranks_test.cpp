// Every block, however its activations are kept and wherever its layers are, computes on every
// layout what it computes on one rank that keeps everything.

#include <gtest/gtest.h>

#include "tests/parallel/comparison.hpp"
#include "tests/parallel/small_blocks.hpp"

namespace {

using parallel::PipelineSchedule;
using parallel::Plan;
using sim::ActivationPlan;
using sim::Recompute;

const std::vector<ActivationPlan> plans = {
    {.recompute = Recompute::none, .sequence_parallel = true},
    {.recompute = Recompute::selective},
    {.recompute = Recompute::selective, .sequence_parallel = true},
    {.recompute = Recompute::full},
    {.recompute = Recompute::full, .sequence_parallel = true},
    {.recompute = Recompute::full, .partition_activations = true},
    {},
};

std::string describe(const Plan& plan) {
  return test::describe(plan) + fmt::format(" recompute={} sp={} partition={} v={}",
                                            static_cast<int>(plan.activations.recompute),
                                            plan.activations.sequence_parallel,
                                            plan.activations.partition_activations,
                                            plan.virtual_stages);
}

/// Every mesh of this many ranks, each with its turn of ZeRO stages, micro-batches and ways to keep
/// activations.
void expect_every_layout_equals_one_rank(const Plan& base) {
  const test::Trained reference = test::train(test_support::session(), base);
  std::size_t turn = 0;
  for (const int dp : {1, 2, 4}) {
    for (const int tp : {1, 2, 4}) {
      for (const int pp : {1, 2, 4}) {
        if (dp * tp * pp != test_support::session().size()) continue;
        for (const ActivationPlan& activations : plans) {
          if (activations.partition_activations && tp == 1) continue;
          const int stage = static_cast<int>(turn % 4);
          Plan plan = test::on_mesh(base, {dp, tp, pp}, stage, turn % 3 == 0 ? 1 : 2);
          plan.activations = activations;
          ++turn;
          test::expect_equal(test::train(test_support::session(), plan), reference, describe(plan));
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

TEST(EqualityOfBlocks, Gpt2) {
  expect_every_layout_equals_one_rank(with_dropout(test::divisible_plan()));
}

TEST(EqualityOfBlocks, Llama) {
  expect_every_layout_equals_one_rank(test::llama_plan());
}

TEST(EqualityOfBlocks, NeoX) {
  expect_every_layout_equals_one_rank(with_dropout(test::neox_plan()));
}

TEST(EqualityOfBlocks, SharedNorm) {
  expect_every_layout_equals_one_rank(with_dropout(test::shared_norm_plan()));
}

TEST(EqualityOfBlocks, HeadNorms) {
  expect_every_layout_equals_one_rank(test::head_norms_plan());
}

TEST(EqualityOfBlocks, VirtualStages) {
  const int ranks = test_support::session().size();
  Plan base = test::divisible_plan();
  base.model.layers = 8;
  base.layers_per_stage = {8};
  const test::Trained reference = test::train(test_support::session(), base);
  for (const ranks::MeshShape mesh :
       {ranks::MeshShape{1, 1, 2}, ranks::MeshShape{2, 1, 2}, ranks::MeshShape{1, 2, 2},
        ranks::MeshShape{1, 1, 4}, ranks::MeshShape{2, 2, 2}, ranks::MeshShape{2, 1, 4}}) {
    if (mesh.size() != ranks) continue;
    for (const int stage : {0, 1, 2, 3}) {
      Plan plan = test::on_mesh(base, mesh, stage, 4);
      if (plan.micro_batches() % mesh.pp != 0) continue;
      plan.schedule = PipelineSchedule::interleaved;
      plan.virtual_stages = 2;
      plan.layers_per_stage.assign(2 * static_cast<std::size_t>(mesh.pp), 8 / (2 * mesh.pp));
      plan.activations.recompute = stage == 2 ? Recompute::full : Recompute::none;
      test::expect_equal(test::train(test_support::session(), plan), reference, describe(plan));
    }
  }
}

}  // namespace
