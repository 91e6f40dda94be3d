// Weights, gradients and optimizer states to the byte for every optimizer, precision and ZeRO stage
// on T0, by hand. Suite names say how many ranks a test needs.
//
// Elements. N = 210,304; units of 202,112 and the table's 8,192. Over two nothing is padded. Over
// three the units' pieces are 67,371 and 2,731 (N' = 202,113 + 8,193 = 210,306, a third 70,102). At
// stage 3: a layer's ten parameters of 64, 256, 4,096 and 16,384 elements are each padded by 2,
// table and positions by 1, the final norm by 4: N" = 210,304 + 4 * 20 + 2 + 4 = 210,390, a third
// 70,130.
//
// 8-bit moments: 2x + 8 ceil(x/256) bytes for tensors of x >= 4,096 elements, else 8x.
// Parameters whole: table 16,384 + 256; positions 16,384; a layer's QKV 24,576 + 384, projection
// 8,192 + 128, two of 32,768 + 512, and 832 elements in small ones, 6,656: 106,496; final norm
// 1,024. 16,640 + 16,384 + 4 * 106,496 + 1,024 = 460,032.
// Units whole: 404,224 + 8 * 790 and 16,640: 427,184. Halves: 202,112 + 8 * 395 and 8,192 + 128:
// 213,592. Thirds: 134,742 + 8 * 264, and 2,731 elements are a small tensor, 21,848: 158,702.
// Halves of parameters: table 8,320; positions 8,192; a layer's QKV 12,288 + 192, projection of
// 2,048 small, 16,384, two of 16,384 + 256, 416 in small ones, 3,328: 65,472; final norm 512.
// 8,320 + 8,192 + 4 * 65,472 + 512 = 278,912.
// Thirds: table 21,848; positions of 683, 5,464; a layer's QKV of 4,096, 8,320, projection of
// 1,366, 10,928, two of 5,462, 10,924 + 8 * 22, and in small ones 4 * 22 + 64 + 22 + 86 + 22 = 282
// elements, 2,256: 43,704; final norm of 2 * 22, 352. 21,848 + 5,464 + 4 * 43,704 + 352 = 202,480.

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using parallel::OptimizerType;
using sim::Category;

/// What a stage stores of the model: elements, and the bytes of moments in 8 bits.
struct Row {
  int stage;
  std::int64_t weights;
  std::int64_t gradients;
  std::int64_t own;
  std::int64_t moments_8bit;
};

/// Bytes an element.
struct Precision {
  const char* name;
  parallel::PrecisionPlan plan;
  std::int64_t weights;
  std::int64_t gradients;
  std::int64_t master;
};

constexpr std::array<Precision, 9> precisions = {{
    {"fp32", test::fp32, 4, 4, 0},
    {"bf16", test::bf16, 2, 2, 0},
    {"bf16, fp32 gradients", test::bf16_fp32_gradients, 2, 4, 0},
    {"fp16", test::fp16, 2, 2, 0},
    {"fp16, fp32 gradients", test::fp16_fp32_gradients, 2, 4, 0},
    {"mixed_bf16", test::mixed_bf16, 2, 2, 4},
    {"mixed_bf16, fp32 gradients", test::mixed_bf16_fp32_gradients, 2, 4, 4},
    {"mixed_fp16", test::mixed_fp16, 2, 2, 4},
    {"mixed_fp16, fp32 gradients", test::mixed_fp16_fp32_gradients, 2, 4, 4},
}};

void expect_states(const parallel::Plan& plan, const Row& row, const Precision& precision,
                   std::int64_t moments) {
  const auto measured = test::measure(plan);
  test::expect_constant(measured, Category::weights, precision.weights * row.weights);
  test::expect_constant(measured, Category::gradients, precision.gradients * row.gradients);
  test::expect_constant(measured, Category::optimizer, precision.master * row.own + moments);
  EXPECT_EQ(measured.parameters, 210304);
}

void expect_every_optimizer(parallel::Plan plan, const Row& row, const Precision& precision) {
  const auto expect = [&](OptimizerType type, double momentum, std::int64_t moments) {
    SCOPED_TRACE(fmt::format("stage {} {} optimizer {} momentum {}", row.stage, precision.name,
                             static_cast<int>(type), momentum));
    plan.optimizer.type = type;
    plan.optimizer.momentum = momentum;
    expect_states(plan, row, precision, moments);
  };
  expect(OptimizerType::adamw, 0.9, 8 * row.own);
  expect(OptimizerType::sgd, 0.9, 4 * row.own);
  expect(OptimizerType::sgd, 0.0, 0);
  expect(OptimizerType::adamw_8bit, 0.9, row.moments_8bit);
}

void expect_states_over(int dp, const std::array<Row, 4>& rows) {
  for (const Row& row : rows) {
    for (const Precision& precision : precisions) {
      parallel::Plan plan = test::on(test::t0(), {.dp = dp}, row.stage, 1);
      plan.precision = precision.plan;
      plan.loss_scale.initial = 256;
      expect_every_optimizer(plan, row, precision);
    }
  }
}

constexpr std::int64_t n = 210304;

TEST(OptimizerStatesOn1, EveryOptimizerPrecisionAndStage) {
  expect_states_over(
      1,
      {{{0, n, n, n, 460032}, {1, n, n, n, 427184}, {2, n, n, n, 427184}, {3, n, n, n, 460032}}});
}

TEST(OptimizerStatesOn2, EveryOptimizerPrecisionAndStage) {
  constexpr std::int64_t half = 105152;
  expect_states_over(2, {{{0, n, n, n, 460032},
                          {1, n, n, half, 213592},
                          {2, n, half, half, 213592},
                          {3, half, half, half, 278912}}});
}

TEST(OptimizerStatesOn3, EveryOptimizerPrecisionAndStage) {
  expect_states_over(3, {{{0, n, n, n, 460032},
                          {1, 210306, 210306, 70102, 158702},
                          {2, 210306, 70102, 70102, 158702},
                          {3, 70130, 70130, 70130, 202480}}});
}

/// FLOPs of the optimizer phase.
std::int64_t optimizer_flops(const parallel::Plan& plan) {
  return test::flops(test::measure(plan), sim::Phase::optimizer).elementwise;
}

// The norm 2 and the update: AdamW 15, SGD 6 and without momentum 4, 8 bits 19 in quantised tensors
// and 15 in small ones, of which parameters whole have 2,048 + 4 * 832 + 128 = 5,504 elements.
TEST(OptimizerStatesOn1, FlopsOfTheUpdate) {
  parallel::Plan plan = test::t0();
  EXPECT_EQ(optimizer_flops(plan), 17 * n);
  plan.optimizer.type = OptimizerType::sgd;
  EXPECT_EQ(optimizer_flops(plan), 8 * n);
  plan.optimizer.momentum = 0;
  EXPECT_EQ(optimizer_flops(plan), 6 * n);
  plan.optimizer.type = OptimizerType::adamw_8bit;
  EXPECT_EQ(optimizer_flops(plan), 21 * (n - 5504) + 17 * 5504);
  plan.zero.stage = 1;
  EXPECT_EQ(optimizer_flops(plan), 21 * n);
}

}  // namespace
