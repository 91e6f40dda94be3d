#include "sim/kernels/gelu.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "sim/kernels/detail/gelu.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;

// u/2 (1 + tanh(0.7978845608 (u + 0.044715 u^3))): for u = 1 the tanh of 0.8335622 is 0.6823840;
// for u = -2 that of -1.8811711 is -0.9545978.
TEST(GeluTanh, ValuesByHand) {
  Meters meters;
  const Tensor u = tensor_of(meters, Dtype::fp32, 1, 5, {0, 1, -2, 20, -20});
  Tensor y(meters, {}, Dtype::fp32, 1, 5);
  gelu_tanh_forward(meters, u, y);
  const std::vector<float> values = values_of(y);
  EXPECT_EQ(values[0], 0.0F);
  EXPECT_NEAR(values[1], 0.8411920F, 2e-7);
  EXPECT_NEAR(values[2], -0.0454022F, 2e-7);
  EXPECT_EQ(values[3], 20.0F);
  EXPECT_EQ(values[4], 0.0F);
}

// In double a central difference with step 1e-5 errs by about 1e-10.
TEST(GeluTanh, DerivativeIsTheSlope) {
  for (double u = -6.0; u <= 6.0; u += 0.17) {
    const double step = 1e-5;
    const double slope = (kernels::gelu_tanh(u + step) - kernels::gelu_tanh(u - step)) / (2 * step);
    EXPECT_NEAR(kernels::gelu_tanh_derivative(u), slope, 1e-7) << u;
  }
}

TEST(GeluTanh, BackwardMultipliesInPlace) {
  Meters meters;
  const Tensor u = tensor_of(meters, Dtype::fp32, 1, 3, {0, 1, -2});
  Tensor dy = tensor_of(meters, Dtype::fp32, 1, 3, {3, -2, 5});
  gelu_tanh_backward(meters, dy, u, dy);
  const std::vector<float> values = values_of(dy);
  EXPECT_NEAR(values[0], 1.5F, 1e-6);
  EXPECT_NEAR(values[1], -2 * kernels::gelu_tanh_derivative(1.0), 1e-6);
  EXPECT_NEAR(values[2], 5 * kernels::gelu_tanh_derivative(-2.0), 1e-6);
}

// A 16-bit result is the fp32 result of the same inputs, rounded once.
TEST(GeluTanh, HalvesAreRoundedOnce) {
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16}) {
    Meters meters;
    const Tensor u = test::random_tensor(meters, dtype, 7, 301, 1);
    const Tensor exact = tensor_of(meters, Dtype::fp32, 7, 301, values_of(u));
    Tensor y(meters, {}, dtype, 7, 301);
    Tensor exact_y(meters, {}, Dtype::fp32, 7, 301);
    gelu_tanh_forward(meters, u, y);
    gelu_tanh_forward(meters, exact, exact_y);
    EXPECT_EQ(values_of(y), values_of(tensor_of(meters, dtype, 7, 301, values_of(exact_y))));
    gelu_tanh_backward(meters, u, u, y);
    gelu_tanh_backward(meters, exact, exact, exact_y);
    EXPECT_EQ(values_of(y), values_of(tensor_of(meters, dtype, 7, 301, values_of(exact_y))));
  }
}

TEST(GeluTanh, RefusesOtherShapesAndTypes) {
  Meters meters;
  const Tensor u = tensor_of(meters, Dtype::fp32, 1, 2, {0, 1});
  Tensor wide(meters, {}, Dtype::fp32, 1, 3);
  Tensor half(meters, {}, Dtype::fp16, 1, 2);
  EXPECT_THROW(gelu_tanh_forward(meters, u, wide), Error);
  EXPECT_THROW(gelu_tanh_forward(meters, u, half), Error);
  EXPECT_THROW(gelu_tanh_backward(meters, u, u, half), Error);
}

}  // namespace
}  // namespace sim
