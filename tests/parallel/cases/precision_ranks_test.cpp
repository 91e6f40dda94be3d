// 16-bit precisions: every layout against one rank that stores the same types, and one rank against
// fp32.
//
// What may differ, with u the unit roundoff (bf16 2^-8, fp16 2^-11). On its way through a layer and
// back a value is stored about 20 times; four layers and the ends make K = 90 roundings, each with
// a deviation of u / sqrt(3) of its value. They are independent, so two runs that round differently
// everywhere differ by sqrt(2 K / 3) u = 8 u in the standard deviation and, the largest of a
// tensor's elements being compared with the largest element, twice that is a bound: 16 u normwise.
// A loss or a norm is a mean over many such errors: u for the loss, 4 u for the norm. One AdamW
// step moves a weight by lr g / (|g| + epsilon), which adds to a master that has not been rounded:
// a vector that started at zero has the error of its gradient, at most 16 u (1 + |g| / epsilon)
// with |g| <= epsilon here, and two steps: 32 u. Without a master each step also rounds the weight
// itself, by u at most, in either run: 2 steps, 2 runs, 4 u more.

#include <gtest/gtest.h>

#include "tests/parallel/comparison.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using parallel::Plan;

constexpr double bf16_roundoff = 0x1p-8;
constexpr double fp16_roundoff = 0x1p-11;

test::Bounds bounds_of(const Plan& plan) {
  const double u = plan.precision.weights == sim::Dtype::bf16 ? bf16_roundoff : fp16_roundoff;
  return {.loss = u,
          .norm = 4 * u,
          .gradients = 16 * u,
          .weights = (plan.precision.master ? 32 : 36) * u};
}

Plan with_precision(const parallel::PrecisionPlan& precision) {
  Plan plan = test::small_plan();
  plan.precision = precision;
  plan.loss_scale.initial = 1024;
  plan.model.hidden_dropout = 0.1;
  return plan;
}

void expect_layouts_equal_one_rank(const Plan& base, const std::vector<ranks::MeshShape>& meshes) {
  const auto reference = test::train(test_support::session(), base);
  for (const ranks::MeshShape& mesh : meshes) {
    for (int stage = 0; stage <= 3; ++stage) {
      const Plan plan = test::on_mesh(base, mesh, stage, 2);
      test::expect_equal(test::train(test_support::session(), plan), reference,
                         test::describe(plan), bounds_of(plan));
    }
  }
}

const std::vector<ranks::MeshShape> meshes_of_four = {{.dp = 4}, {.tp = 4}, {.dp = 2, .pp = 2}};

TEST(PrecisionOn4, MixedBf16) {
  expect_layouts_equal_one_rank(with_precision(test::mixed_bf16), meshes_of_four);
}

TEST(PrecisionOn4, MixedBf16WithFp32Gradients) {
  expect_layouts_equal_one_rank(with_precision(test::mixed_bf16_fp32_gradients), meshes_of_four);
}

TEST(PrecisionOn4, MixedFp16) {
  expect_layouts_equal_one_rank(with_precision(test::mixed_fp16), meshes_of_four);
}

TEST(PrecisionOn4, MixedFp16WithFp32Gradients) {
  expect_layouts_equal_one_rank(with_precision(test::mixed_fp16_fp32_gradients), meshes_of_four);
}

TEST(PrecisionOn4, PureSixteenBits) {
  for (const auto& precision :
       {test::bf16, test::bf16_fp32_gradients, test::fp16, test::fp16_fp32_gradients}) {
    expect_layouts_equal_one_rank(with_precision(precision), meshes_of_four);
  }
}

TEST(PrecisionOn8, ThreeAxes) {
  for (const auto& precision : {test::mixed_bf16, test::mixed_fp16}) {
    expect_layouts_equal_one_rank(with_precision(precision), {{.dp = 2, .tp = 2, .pp = 2}});
  }
}

TEST(PrecisionOn1, StoringSixteenBitsStaysNearFp32) {
  const auto exact = test::train(test_support::session(), with_precision(test::fp32));
  for (const auto& precision : {test::mixed_bf16, test::mixed_bf16_fp32_gradients, test::mixed_fp16,
                                test::mixed_fp16_fp32_gradients, test::bf16,
                                test::bf16_fp32_gradients, test::fp16, test::fp16_fp32_gradients}) {
    const Plan plan = with_precision(precision);
    test::expect_equal(test::train(test_support::session(), plan), exact, test::describe(plan),
                       bounds_of(plan));
  }
}

// The loss scale is a power of two and divided out in the end: it changes nothing but what would
// have been lost below fp16's smallest numbers.
TEST(PrecisionOn1, TheLossScaleDividesOut) {
  Plan plan = with_precision(test::mixed_fp16);
  const auto reference = test::train(test_support::session(), plan);
  plan.loss_scale.initial = 4096;
  test::expect_equal(test::train(test_support::session(), plan), reference, "scale 4096",
                     bounds_of(plan));
}

}  // namespace
