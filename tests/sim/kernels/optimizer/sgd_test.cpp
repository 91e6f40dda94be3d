#include "sim/kernels/optimizer/sgd.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

constexpr Sgd with_momentum = {.learning_rate = 0.5, .momentum = 0.5};
constexpr Sgd plain = {.learning_rate = 0.5, .momentum = 0.0};

/// Weight 10 and gradient 6 in one element.
struct Element {
  Meters meters;
  Tensor weights, master, gradient, momentum;

  explicit Element(Dtype weight_dtype = Dtype::fp32, Dtype gradient_dtype = Dtype::fp32) {
    weights = tensor_of(meters, weight_dtype, 1, 1, {10});
    gradient = tensor_of(meters, gradient_dtype, 1, 1, {6});
  }
  void step(const Sgd& sgd, double factor, double decay) {
    sgd_step(meters, sgd, factor, {weights, master, gradient, momentum, decay});
  }
  void give_momentum() { momentum = tensor_of(meters, Dtype::fp32, 1, 1, {0}); }
  [[nodiscard]] float weight() const { return values_of(weights)[0]; }
};

// g = 6 * 0.5 = 3, decay 1 - 0.5 * 0.2 = 0.9. u = 3, w = 9 - 1.5 = 7.5; again u = 1.5 + 3 = 4.5,
// w = 6.75 - 2.25 = 4.5.
TEST(Sgd, TwoStepsByHand) {
  Element element;
  element.give_momentum();
  element.step(with_momentum, 0.5, 0.2);
  EXPECT_FLOAT_EQ(element.weight(), 7.5F);
  EXPECT_FLOAT_EQ(values_of(element.momentum)[0], 3.0F);
  element.step(with_momentum, 0.5, 0.2);
  EXPECT_FLOAT_EQ(element.weight(), 4.5F);
  EXPECT_FLOAT_EQ(values_of(element.momentum)[0], 4.5F);
}

// w = 9 - 1.5 = 7.5, then 6.75 - 1.5 = 5.25.
TEST(Sgd, WithoutMomentumNothingIsKept) {
  Element element;
  element.step(plain, 0.5, 0.2);
  element.step(plain, 0.5, 0.2);
  EXPECT_FLOAT_EQ(element.weight(), 5.25F);
}

TEST(Sgd, AMomentumBufferExistsExactlyWithMomentum) {
  Element element;
  EXPECT_THROW(element.step(with_momentum, 1.0, 0.0), Error);
  element.give_momentum();
  EXPECT_THROW(element.step(plain, 1.0, 0.0), Error);
  element.momentum = tensor_of(element.meters, Dtype::bf16, 1, 1, {0});
  EXPECT_THROW(element.step(with_momentum, 1.0, 0.0), Error) << "momentum is fp32";
}

TEST(Sgd, FlopsDependOnTheMomentumAlone) {
  Element element;
  element.step(plain, 1.0, 0.0);
  element.step(plain, 0.5, 0.1);
  EXPECT_EQ(test::elementwise(element.meters), 2 * 4);
  element.give_momentum();
  element.step(with_momentum, 1.0, 0.0);
  element.step(with_momentum, 0.5, 0.1);
  EXPECT_EQ(test::elementwise(element.meters), 2 * 4 + 2 * 6);
}

// 10 - 0.5 * 3 = 8.5 in every type.
TEST(Sgd, EveryStorageType) {
  for (const Dtype dtype : test::floating_dtypes) {
    for (const Dtype gradient_dtype : test::floating_dtypes) {
      Element element(dtype, gradient_dtype);
      element.give_momentum();
      element.step(with_momentum, 0.5, 0.0);
      EXPECT_EQ(element.weight(), 8.5F) << name_of(dtype) << ' ' << name_of(gradient_dtype);
    }
  }
}

// One step of 2^-9 is lost in bf16 weights of 8, whose neighbours are 2^-4 apart; the master keeps
// it, and the weights show the sum of 16 of them, half a distance and so to even, not before.
TEST(Sgd, MasterKeepsWhatTheWeightsLose) {
  Element element(Dtype::bf16, Dtype::bf16);
  element.weights = tensor_of(element.meters, Dtype::bf16, 1, 1, {8.0625F});
  element.master = tensor_of(element.meters, Dtype::fp32, 1, 1, {8.0625F});
  element.gradient = tensor_of(element.meters, Dtype::bf16, 1, 1, {0x1p-8F});
  for (int step = 1; step <= 16; ++step) {
    EXPECT_EQ(element.weight(), 8.0625F) << step;
    element.step(plain, 1.0, 0.0);
    EXPECT_EQ(values_of(element.master)[0], 8.0625F - static_cast<float>(step) * 0x1p-9F);
  }
  EXPECT_EQ(element.weight(), 8.0F);
}

}  // namespace
}  // namespace sim
