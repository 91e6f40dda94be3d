// Handed cases about equality: each layout gives what one rank gives.

#include <cmath>

#include <gtest/gtest.h>

#include "sim/ensure.hpp"
#include "tests/parallel/comparison.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using parallel::Plan;
using test::on;
using test::t0;
using test::Trained;

Trained run(const Plan& plan) {
  return test::train(test_support::session(), plan);
}

/// The plan's own global batch on one rank in one micro-batch.
Plan alone(Plan plan) {
  plan.mesh = {};
  plan.zero = {};
  plan.micro_batch_size = plan.global_batch_size;
  plan.layers_per_stage = {plan.model.layers};
  plan.model.padded_vocabulary = plan.model.vocabulary;
  return plan;
}

void expect_as_alone(const Plan& plan, const test::Bounds& bounds = {}) {
  test::expect_equal(run(plan), run(alone(plan)), test::describe(plan), bounds);
}

// C39: seven layers on two stages go 4, 3; none vanishes.
TEST(CasesOn2, C39SevenLayersOnTwoStages) {
  expect_as_alone(test::with_stages(on(t0(), {.pp = 2}, 0, 2), {4, 3}));
}

// C41: ten layers on three stages.
TEST(CasesOn3, C41TenLayersOnThreeStages) {
  auto plan = test::with_stages(on(t0(), {.pp = 3}, 0, 2), {4, 3, 3});
  expect_as_alone(plan);
}

TEST(CasesOn1, C39LayersThatNobodyHoldsAreRefused) {
  auto plan = t0();
  plan.layers_per_stage = {3};
  EXPECT_THROW(run(plan), sim::Error);
}

// C45: V = 129 over two ranks is padded to 130 rows. With a table of zeros the model is uniform:
// loss ln 129 = 4.8598; an unmasked padded column would give ln 130 = 4.8675.
TEST(CasesOn2, C45PaddedColumnsAreMasked) {
  auto plan = on(t0(), {.tp = 2}, 0, 1);
  plan.model.vocabulary = 129;
  plan.model.padded_vocabulary = 130;
  const auto zeros = [](const std::string&, std::int64_t, std::span<float> values) {
    std::fill(values.begin(), values.end(), 0.0F);
  };
  const auto batches = test::counting_batches(plan);
  const auto result = parallel::train(test_support::session(), plan, batches, zeros, {});
  EXPECT_NEAR(result.loss.at(0), std::log(129.0), 1e-6);
  expect_as_alone(plan, {.loss = 1e-6});
}

// C51: tied copies under a split optimizer: the pair is summed before the reduction over dp.
TEST(CasesOn4, C51TiedTableWithASplitOptimizer) {
  auto plan = t0();
  plan.model.layers = 2;
  plan.steps = 2;
  for (int stage = 0; stage <= 3; ++stage) expect_as_alone(on(plan, {.dp = 2, .pp = 2}, stage, 2));
}

// C59: ZeRO-1's norm is that of the own pieces, summed over dp: as without ZeRO, to 1e-6.
TEST(CasesOn2, C59NormOfOwnPieces) {
  const double whole = run(on(t0(), {.dp = 2}, 0, 1)).result.grad_norm.at(0).value();
  for (const int stage : {1, 2, 3}) {
    const double pieces = run(on(t0(), {.dp = 2}, stage, 1)).result.grad_norm.at(0).value();
    EXPECT_NEAR(pieces / whole, 1.0, 1e-6) << stage;
  }
}

// C61: four micro-batches of one sequence or one of four: the same gradient, to 1e-6 on its norm.
TEST(CasesOn2, C61AccumulationKeepsEveryMicroBatch) {
  for (int stage = 0; stage <= 3; ++stage) {
    auto together = t0();
    together.micro_batch_size = 4;
    const double once = run(on(together, {.dp = 2}, stage, 1)).result.grad_norm.at(0).value();
    const double sum = run(on(t0(), {.dp = 2}, stage, 4)).result.grad_norm.at(0).value();
    EXPECT_NEAR(sum / once, 1.0, 1e-6) << stage;
  }
}

// C63: ZeRO-2 and 3 with pipelining and four micro-batches run, and are right.
TEST(CasesOn4, C63ZeroTwoAndThreeWithAPipeline) {
  auto plan = t0();
  plan.steps = 2;
  for (const int stage : {2, 3}) expect_as_alone(on(plan, {.dp = 2, .pp = 2}, stage, 4));
}

// C65 in mixed_bf16: no loss scale, and gradients start from zero each step: with a learning rate
// of zero and one batch for both steps, the second step has the first one's loss and norm to the
// bit.
TEST(CasesOn2, C65StepsDoNotShareGradients) {
  for (int stage = 0; stage <= 3; ++stage) {
    auto plan = on(t0(), {.dp = 2}, stage, 2);
    plan.precision = test::mixed_bf16;
    plan.loss_scale.initial = 1024;
    plan.optimizer.adamw.learning_rate = 0;
    plan.steps = 2;
    const auto same = [batches = test::counting_batches(plan)](
                          std::int64_t, std::int64_t sequence, std::span<std::int64_t> tokens,
                          std::span<std::int64_t> labels) { batches(0, sequence, tokens, labels); };
    const auto result = parallel::train(test_support::session(), plan, same, {}, {});
    EXPECT_EQ(result.loss.at(0), result.loss.at(1)) << stage;
    EXPECT_EQ(result.grad_norm.at(0), result.grad_norm.at(1)) << stage;
  }
}

// C67: 64 tokens as two micro-batches of 32 on two stages, or one on each of two replicas: the
// ratio of norms with and without a pipeline is 1; a scale that is forgotten or applied twice gives
// 64 or 1/2.
TEST(CasesOn2, C67ThePipelineScalesTheGradientsOnce) {
  const double one = run(on(t0(), {.dp = 2}, 0, 1)).result.grad_norm.at(0).value();
  const double two = run(on(t0(), {.pp = 2}, 0, 2)).result.grad_norm.at(0).value();
  EXPECT_NEAR(two / one, 1.0, 1e-6);
}

// C73: with dropout a mask follows the element, not the rank that holds it.
TEST(CasesOn4, C73DropoutOverReplicasAndTensorParallelRanks) {
  auto plan = t0();
  plan.model.attention_dropout = 0.1;
  plan.model.hidden_dropout = 0.1;
  plan.steps = 2;
  expect_as_alone(on(plan, {.dp = 2, .tp = 2}, 0, 2));
}

// C75: a column block's gradient is flattened in the order of the local matrix before ZeRO-1 cuts
// it, and found again by it: every tensor of a model that is cut both ways.
TEST(CasesOn4, C75ColumnBlocksUnderZero) {
  for (const int stage : {1, 3}) expect_as_alone(on(t0(), {.dp = 2, .tp = 2}, stage, 1));
}

// C77: fewer micro-batches than stages ends, with the right loss.
TEST(CasesOn4, C77FewerMicroBatchesThanStages) {
  for (const auto schedule :
       {parallel::PipelineSchedule::gpipe, parallel::PipelineSchedule::one_forward_one_backward}) {
    for (const std::int64_t m : {1, 2}) {
      auto plan = on(t0(), {.pp = 4}, 0, m);
      plan.schedule = schedule;
      expect_as_alone(plan);
    }
  }
}

// C81: a batch of 8 in 3 micro-batches of 3 is refused.
TEST(CasesOn1, C81ABatchThatDoesNotDivideIsRefused) {
  auto plan = t0();
  plan.global_batch_size = 8;
  plan.micro_batch_size = 3;
  EXPECT_THROW(run(plan), sim::Error);
}

// C97: groups of one at every stage: the very same numbers.
TEST(CasesOn1, C97GroupsOfOneAtStageThree) {
  auto plan = on(t0(), {}, 0, 2);
  plan.steps = 2;
  const Trained plain = run(plan);
  for (const int stage : {1, 2, 3}) {
    plan.zero.stage = stage;
    const Trained split = run(plan);
    EXPECT_EQ(split.result.loss, plain.result.loss) << stage;
    EXPECT_EQ(split.result.grad_norm, plain.result.grad_norm) << stage;
    EXPECT_EQ(split.weights, plain.weights) << stage;
  }
}

// C99: h = 6 over eight ranks: norms and biases of six elements, of which ranks 6 and 7 own
// nothing.
TEST(CasesOn8, C99RanksThatOwnNothingOfATensor) {
  auto plan = t0();
  plan.model.layers = 1;
  plan.model.hidden = 6;
  plan.model.heads = plan.model.kv_heads = 2;
  plan.model.head_dim = 3;
  plan.model.ffn_hidden = 10;
  plan.model.vocabulary = plan.model.padded_vocabulary = 11;
  plan.steps = 2;
  for (const int stage : {1, 2, 3}) expect_as_alone(on(plan, {.dp = 8}, stage, 1));
}

// C101: five ranks on however many cores there are; also a group size that divides nothing.
TEST(CasesOn5, C101FiveRanks) {
  for (const int stage : {0, 1, 2, 3}) expect_as_alone(on(t0(), {.dp = 5}, stage, 1));
}

}  // namespace
