#include "sim/kernels/optimizer/adamw.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

/// Weights, gradient and moments of one slice.
struct Slice {
  Meters meters;
  Tensor weights, master, gradient, first, second;

  Slice(Dtype weight_dtype, Dtype gradient_dtype, const Values& values, const Values& gradients) {
    const std::int64_t size = std::ssize(values);
    const Values zeros(values.size(), 0.0F);
    weights = tensor_of(meters, weight_dtype, 1, size, values);
    gradient = tensor_of(meters, gradient_dtype, 1, size, gradients);
    first = tensor_of(meters, Dtype::fp32, 1, size, zeros);
    second = tensor_of(meters, Dtype::fp32, 1, size, zeros);
  }
  void step(const AdamW& adamw, std::int64_t count, double factor, double decay) {
    adamw_step(meters, adamw, count, factor,
               {.weights = weights,
                .master = master,
                .gradient = gradient,
                .first_moment = first,
                .second_moment = second,
                .weight_decay = decay});
  }
};

constexpr AdamW by_hand = {.learning_rate = 0.5, .beta_1 = 0.5, .beta_2 = 0.75, .epsilon = 1.0};

// g = 6 * 0.5 = 3; w = 10 (1 - 0.5 * 0.2) = 9; m = 0.5 * 3 = 1.5; v = 0.25 * 9 = 2.25. Corrected:
// m / 0.5 = 3, sqrt(v / 0.25) = 3; w = 9 - 0.5 * 3 / (3 + 1) = 8.625. Again with g = 3:
// w = 8.625 * 0.9 = 7.7625; m = 2.25, v = 3.9375; m / 0.75 = 3, sqrt(v / 0.4375) = 3;
// w = 7.7625 - 0.375 = 7.3875.
TEST(AdamW, TwoStepsByHand) {
  Slice slice(Dtype::fp32, Dtype::fp32, {10}, {6});
  slice.step(by_hand, 1, 0.5, 0.2);
  EXPECT_FLOAT_EQ(values_of(slice.weights)[0], 8.625F);
  EXPECT_FLOAT_EQ(values_of(slice.first)[0], 1.5F);
  EXPECT_FLOAT_EQ(values_of(slice.second)[0], 2.25F);
  slice.step(by_hand, 2, 0.5, 0.2);
  EXPECT_FLOAT_EQ(values_of(slice.weights)[0], 7.3875F);
}

TEST(AdamW, FlopsDoNotDependOnTheDecay) {
  Slice slice(Dtype::fp32, Dtype::fp32, {1, 2, 3}, {1, 2, 3});
  slice.step(by_hand, 1, 1.0, 0.0);
  EXPECT_EQ(test::elementwise(slice.meters), 45);
  slice.step(by_hand, 2, 1.0, 0.1);
  EXPECT_EQ(test::elementwise(slice.meters), 90);
}

// The master moves by less than a bf16 can show, again and again; the weights follow its rounding.
TEST(AdamW, MasterKeepsWhatTheWeightsLose) {
  Slice slice(Dtype::bf16, Dtype::bf16, {1}, {1});
  slice.master = tensor_of(slice.meters, Dtype::fp32, 1, 1, {1});
  const AdamW adamw = {.learning_rate = 0x1p-10, .beta_1 = 0.0, .beta_2 = 0.0, .epsilon = 0.0};
  for (int step = 1; step <= 4; ++step) {
    slice.step(adamw, step, 1.0, 0.0);
    EXPECT_EQ(values_of(slice.master)[0], 1.0F - static_cast<float>(step) * 0x1p-10F);
    // Below 1 the bf16 values are 2^-8 apart: 1 - 2^-10 and the tie 1 - 2^-9 round to 1.
    EXPECT_EQ(values_of(slice.weights)[0], step <= 2 ? 1.0F : 1.0F - 0x1p-8F) << step;
  }
}

TEST(AdamW, WithoutMasterTheWeightsAreRounded) {
  for (const Dtype dtype : test::floating_dtypes) {
    for (const Dtype gradient_dtype : test::floating_dtypes) {
      Slice slice(dtype, gradient_dtype, {10}, {6});
      slice.step(by_hand, 1, 0.5, 0.2);
      EXPECT_EQ(values_of(slice.weights),
                values_of(tensor_of(slice.meters, dtype, 1, 1, {8.625F})));
    }
  }
}

TEST(AdamW, RefusesOtherShapesAndTypes) {
  Slice slice(Dtype::fp32, Dtype::fp32, {1, 2}, {1, 2});
  EXPECT_THROW(slice.step(by_hand, 0, 1.0, 0.0), Error) << "steps count from 1";
  slice.master = tensor_of(slice.meters, Dtype::bf16, 1, 2, {1, 2});
  EXPECT_THROW(slice.step(by_hand, 1, 1.0, 0.0), Error);
  slice.master = tensor_of(slice.meters, Dtype::fp32, 1, 3, {1, 2, 3});
  EXPECT_THROW(slice.step(by_hand, 1, 1.0, 0.0), Error);
}

}  // namespace
}  // namespace sim
