// MEASURES.md, "FLOPs": what the kernels of a step executed. T0, one sequence:
//   QKV 2 * 32 * 64 * 192 = 786,432      scores and values 4 * 32^2 * 64 = 262,144
//   projection 2 * 32 * 64 * 64 = 262,144      MLP 4 * 32 * 64 * 256 = 2,097,152
// a layer 3,407,872, four 13,631,488; head 2 * 32 * 64 * 128 = 524,288.

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using sim::Phase;
using test::flops;
using test::measure;
using test::on;
using test::t0;

/// Backward is twice the forward exactly; nothing is recomputed.
void expect_matmul(const parallel::Plan& plan, std::int64_t first_stage, std::int64_t last_stage) {
  const auto measured = measure(plan);
  const std::int64_t forward = measured.at.pp == 0 ? first_stage : last_stage;
  EXPECT_EQ(flops(measured, Phase::forward).matmul, forward);
  EXPECT_EQ(flops(measured, Phase::backward).matmul, 2 * forward);
  EXPECT_EQ(flops(measured, Phase::recompute).matmul, 0);
  EXPECT_EQ(flops(measured, Phase::recompute).elementwise, 0);
  EXPECT_EQ(flops(measured, Phase::optimizer).matmul, 0);
}

std::int64_t matmul_of(const parallel::Plan& plan) {
  const auto measured = measure(plan);
  return flops(measured, Phase::forward).matmul + flops(measured, Phase::backward).matmul;
}

TEST(FlopsOn1, OneSequence) {
  expect_matmul(on(t0(), {}, 0, 1), 14155776, 0);
}

TEST(FlopsOn1, MicroBatchesAddUp) {
  expect_matmul(on(t0(), {}, 0, 3), 3 * 14155776, 0);
  auto plan = t0();
  plan.micro_batch_size = 3;
  expect_matmul(on(plan, {}, 0, 1), 3 * 14155776, 0);
}

// C83: 72 s L h^2 (1 + s / 6h) + 6 s h V: 37,748,736 * 13 / 12 + 1,572,864 = 42,467,328.
TEST(FlopsOn1, AllOfAStepIsTheClosedForm) {
  EXPECT_EQ(matmul_of(on(t0(), {}, 0, 1)), 40894464 + 1572864);
}

// C85: only scores and context grow with s^2. F(32) - 2 F(16) = 12 L h (32^2 - 2 * 16^2) = 12 * 4 *
// 64 * 512, so one sequence of 32 has 12 s^2 h L = 3,145,728 of them; a coefficient of 60 shows.
TEST(FlopsOn1, AttentionScoresAndContext) {
  auto half = t0();
  half.model.sequence_length = 16;
  const std::int64_t difference = matmul_of(on(t0(), {}, 0, 1)) - 2 * matmul_of(on(half, {}, 0, 1));
  EXPECT_EQ(difference, 1572864);
  EXPECT_EQ(2 * difference, 3145728);
}

// C87: the head costs 6 V h a token, tied or not, and the look-up no product: 32 tokens and 128
// rows more are 32 * 6 * 128 * 64 = 1,572,864.
TEST(FlopsOn1, LookUpIsNoProduct) {
  auto tied = t0();
  auto untied = t0();
  untied.model.tied_embedding = false;
  EXPECT_EQ(matmul_of(on(tied, {}, 0, 1)), 42467328);
  EXPECT_EQ(matmul_of(on(untied, {}, 0, 1)), 42467328);
  tied.model.vocabulary = tied.model.padded_vocabulary = 256;
  untied.model.vocabulary = untied.model.padded_vocabulary = 256;
  EXPECT_EQ(matmul_of(on(tied, {}, 0, 1)), 42467328 + 1572864);
  EXPECT_EQ(matmul_of(on(untied, {}, 0, 1)), 42467328 + 1572864);
}

// Padded rows are multiplied like any other: V = 129 over two ranks runs as 130, 65 a rank.
TEST(FlopsOn2, PaddedColumnsCount) {
  auto plan = t0();
  plan.model.vocabulary = 129;
  plan.model.padded_vocabulary = 130;
  const std::int64_t forward = 13631488 / 2 + 2 * 32 * 64 * 65;
  expect_matmul(on(plan, {.tp = 2}, 0, 1), forward, 0);
}

// Every product of a layer and the head is divided by t.
TEST(FlopsOn2, TensorParallelHalvesEveryProduct) {
  expect_matmul(on(t0(), {.tp = 2}, 0, 1), 7077888, 0);
}

TEST(FlopsOn2, StagesRunTheirLayersAndTheLastTheHead) {
  expect_matmul(on(t0(), {.pp = 2}, 0, 2), 2 * 6815744, 2 * (6815744 + 524288));
}

TEST(FlopsOn2, ZeroAndDataParallelChangeNothing) {
  for (int stage = 0; stage <= 3; ++stage) {
    expect_matmul(on(t0(), {.dp = 2}, stage, 2), 2 * 14155776, 0);
  }
}

/// Over an element: norm 2 (square, sum); unscaling and clipping 1, decay 1, first moment 3, second
/// moment 4, bias correction, root, epsilon, quotient, step size, difference 6: 17 in all.
std::int64_t optimizer_flops(const parallel::Plan& plan) {
  const auto measured = measure(plan);
  EXPECT_EQ(flops(measured, Phase::optimizer).matmul, 0);
  return flops(measured, Phase::optimizer).elementwise;
}

TEST(FlopsOn2, TheOptimizerStepsTheOwnSlice) {
  EXPECT_EQ(optimizer_flops(on(t0(), {.dp = 2}, 0, 2)), 17 * 210304);
  for (const int stage : {1, 2, 3}) {
    EXPECT_EQ(optimizer_flops(on(t0(), {.dp = 2}, stage, 2)), 17 * 105152) << stage;
  }
  EXPECT_EQ(optimizer_flops(on(t0(), {.tp = 2}, 0, 2)), 17 * 107008);
}

// Padding is stepped like data: states_ranks_test.cpp counts these slices.
TEST(FlopsOn3, TheOptimizerStepsPaddingToo) {
  auto plan = test::small_plan();
  plan.global_batch_size = 9;
  EXPECT_EQ(optimizer_flops(test::on_mesh(plan, {.dp = 3}, 1, 1)), 17 * 2886);
  EXPECT_EQ(optimizer_flops(test::on_mesh(plan, {.dp = 3}, 3, 1)), 17 * 2906);
}

}  // namespace
