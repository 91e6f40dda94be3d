// Handed cases about how layers are dealt out and activations kept: each layout gives what one rank
// gives that keeps everything.

#include <gtest/gtest.h>

#include "sim/ensure.hpp"
#include "tests/parallel/comparison.hpp"
#include "tests/parallel/t0_blocks.hpp"

namespace {

using parallel::Plan;
using test::keeping;
using test::on;
using test::t0;

test::Trained run(const Plan& plan) {
  return test::train(test_support::session(), plan);
}

/// The plan's own global batch on one rank in one micro-batch, everything kept.
Plan alone(Plan plan) {
  plan.mesh = {};
  plan.zero = {};
  plan.schedule = parallel::PipelineSchedule::one_forward_one_backward;
  plan.virtual_stages = 1;
  plan.activations = {};
  plan.micro_batch_size = plan.global_batch_size;
  plan.layers_per_stage = {plan.model.layers};
  return plan;
}

void expect_as_alone(const Plan& plan) {
  test::expect_equal(run(plan), run(alone(plan)), test::describe(plan));
}

Plan with_dropout(Plan plan) {
  plan.model.attention_dropout = 0.1;
  plan.model.hidden_dropout = 0.1;
  plan.steps = 2;
  return plan;
}

// C49: five layers on four stages go 2, 1, 1, 1, not one each.
TEST(CasesActivationsOn4, C49FiveLayersOnFourStages) {
  expect_as_alone(test::with_stages(on(t0(), {.pp = 4}, 0, 2), {2, 1, 1, 1}));
}

// C37: eight layers as 1, 2, 2, 3.
TEST(CasesActivationsOn4, C37UnevenStages) {
  expect_as_alone(test::with_stages(on(t0(), {.pp = 4}, 0, 2), {1, 2, 2, 3}));
}

// C73: with sequence parallelism each rank draws the masks of its own positions, with or without
// replays, and all of them are one rank's.
TEST(CasesActivationsOn4, C73DropoutWithSequenceParallelism) {
  for (const auto recompute :
       {sim::Recompute::none, sim::Recompute::selective, sim::Recompute::full}) {
    expect_as_alone(keeping(with_dropout(on(t0(), {.dp = 2, .tp = 2}, 0, 2)), {recompute, true}));
  }
}

/// Every way to recompute on the plan's layout, against keeping everything there: the same
/// operations in the same order on the same numbers.
void expect_same_bits(const Plan& plan) {
  const test::Trained kept = run(plan);
  for (const auto recompute : {sim::Recompute::selective, sim::Recompute::full}) {
    for (const bool partition : {false, true}) {
      const bool is_legal = recompute == sim::Recompute::full && plan.mesh.tp > 1 &&
                            !plan.activations.sequence_parallel;
      if (partition && !is_legal) continue;
      const auto again =
          run(keeping(plan, {recompute, plan.activations.sequence_parallel, partition}));
      const std::string where =
          fmt::format("{} {} {}", test::describe(plan), static_cast<int>(recompute), partition);
      EXPECT_EQ(again.result.loss, kept.result.loss) << where;
      EXPECT_EQ(again.result.grad_norm, kept.result.grad_norm) << where;
      EXPECT_TRUE(again.gradients == kept.gradients) << where;
      EXPECT_TRUE(again.weights == kept.weights) << where;
    }
  }
}

TEST(CasesActivationsOn2, RecomputationChangesNoBit) {
  for (const Plan& block : {t0(), test::llama_t0(1), test::neox_t0()}) {
    const Plan plan = with_dropout(block);
    expect_same_bits(on(plan, {.tp = 2}, 0, 2));
    expect_same_bits(keeping(on(plan, {.tp = 2}, 0, 2), test::sequence_parallel));
    expect_same_bits(on(plan, {.pp = 2}, 0, 2));
    expect_same_bits(on(plan, {.dp = 2}, 3, 1));
  }
  Plan mixed = with_dropout(on(t0(), {.tp = 2}, 0, 2));
  mixed.precision = test::mixed_bf16;
  expect_same_bits(mixed);
}

// C79: interleaved stages need m to be a multiple of p: pp = 4, v = 2, m = 6 is refused on every
// rank before anything is sent, and m = 8 runs.
TEST(CasesActivationsOn4, C79InterleavedMicroBatches) {
  auto plan = on(t0(), {.pp = 4}, 0, 6);
  plan.model.layers = 8;
  plan.layers_per_stage.assign(8, 1);
  plan.schedule = parallel::PipelineSchedule::interleaved;
  plan.virtual_stages = 2;
  EXPECT_THROW(run(plan), sim::Error);
  plan.global_batch_size = 8;
  expect_as_alone(plan);
}

// C65 as it is written: precision bf16, ZeRO 0, two steps on one batch with a learning rate of
// zero. A scale that is divided by but never applied, or a gradient that is not zeroed, changes the
// second norm, or makes the first other than fp32's by more than four roundings of 2^-8.
TEST(CasesActivationsOn1, C65PureBf16) {
  auto plan = on(t0(), {}, 0, 2);
  plan.optimizer.adamw.learning_rate = 0;
  const double exact = run(plan).result.grad_norm.at(0).value();
  plan.precision = test::bf16;
  plan.loss_scale.initial = 1024;
  plan.steps = 2;
  const auto same = [batches = test::counting_batches(plan)](
                        std::int64_t, std::int64_t sequence, std::span<std::int64_t> tokens,
                        std::span<std::int64_t> labels) { batches(0, sequence, tokens, labels); };
  const auto result = parallel::train(test_support::session(), plan, same, {}, {});
  EXPECT_EQ(result.loss.at(0), result.loss.at(1));
  EXPECT_EQ(result.grad_norm.at(0), result.grad_norm.at(1));
  EXPECT_NEAR(result.grad_norm.at(0).value() / exact, 1.0, 4 * 0x1p-8);
}

}  // namespace
