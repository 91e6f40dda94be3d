#include "sim/kernels/activation.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/detail/activation.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::random_tensor;
using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

constexpr std::array<Activation, 3> activations = {Activation::gelu_tanh, Activation::gelu,
                                                   Activation::silu};

Values forward_of(Activation activation, const Values& u) {
  Meters meters;
  const auto count = static_cast<std::int64_t>(u.size());
  Tensor y(meters, {}, Dtype::fp32, 1, count);
  activation_forward(meters, activation, tensor_of(meters, Dtype::fp32, 1, count, u), y);
  return values_of(y);
}

// u/2 (1 + tanh(0.7978845608 (u + 0.044715 u^3))): for u = 1 the tanh of 0.8335622 is 0.6823840;
// for u = -2 that of -1.8811711 is -0.9545978.
TEST(ActivationForward, GeluTanhByHand) {
  const Values values = forward_of(Activation::gelu_tanh, {0, 1, -2, 20, -20});
  EXPECT_EQ(values[0], 0.0F);
  EXPECT_NEAR(values[1], 0.8411920F, 2e-7);
  EXPECT_NEAR(values[2], -0.0454022F, 2e-7);
  EXPECT_EQ(values[3], 20.0F);
  EXPECT_EQ(values[4], 0.0F);
}

// u times the standard normal distribution: 0.8413447 at 1, 0.0227501 at -2.
TEST(ActivationForward, GeluByHand) {
  const Values values = forward_of(Activation::gelu, {0, 1, -2, 20, -20});
  EXPECT_EQ(values[0], 0.0F);
  EXPECT_NEAR(values[1], 0.8413447F, 2e-7);
  EXPECT_NEAR(values[2], -0.0455003F, 2e-7);
  EXPECT_EQ(values[3], 20.0F);
  EXPECT_EQ(values[4], 0.0F);
}

// 1 / (1 + 0.3678794) = 0.7310586; -2 / (1 + 7.3890561) = -0.2384058. e^100 is beyond the floats.
TEST(ActivationForward, SiluByHand) {
  const Values values = forward_of(Activation::silu, {0, 1, -2, 20, -100});
  EXPECT_EQ(values[0], 0.0F);
  EXPECT_NEAR(values[1], 0.7310586F, 2e-7);
  EXPECT_NEAR(values[2], -0.2384058F, 2e-7);
  EXPECT_EQ(values[3], 20.0F);
  EXPECT_EQ(values[4], 0.0F);
}

// In double a central difference with step 1e-5 errs by about 1e-10. The constants are floats.
TEST(ActivationBackward, DerivativeIsTheSlope) {
  for (const Activation activation : activations) {
    kernels::visit_activation(activation, [=]<class Function>(Function) {
      for (double u = -6.0; u <= 6.0; u += 0.17) {
        const double step = 1e-5;
        const double slope = (Function::value(u + step) - Function::value(u - step)) / (2 * step);
        EXPECT_NEAR(Function::derivative(u), slope, 1e-7) << static_cast<int>(activation) << u;
      }
    });
  }
}

// The slopes at 0 are 1/2; at 1: gelu 0.8413447 + 0.2419707, silu 0.7310586 (1 + 0.2689414),
// gelu_tanh by its formula (1 + t + (1 - t^2) 0.9049168) / 2 with t = 0.6823840 and
// 0.7978846 (1 + 3 * 0.044715) = 0.9049168.
TEST(ActivationBackward, MultipliesInPlaceByHand) {
  const std::array<float, 3> at_one = {1.0829641F, 1.0833155F, 0.9276706F};
  for (std::size_t i = 0; i < activations.size(); ++i) {
    Meters meters;
    const Tensor u = tensor_of(meters, Dtype::fp32, 1, 2, {0, 1});
    Tensor dy = tensor_of(meters, Dtype::fp32, 1, 2, {3, -2});
    activation_backward(meters, activations[i], dy, u, dy);
    EXPECT_NEAR(values_of(dy)[0], 1.5F, 1e-6);
    EXPECT_NEAR(values_of(dy)[1], -2 * at_one[i], 1e-6);
  }
}

// silu(1) = 0.7310586 and silu'(1) = 0.9276706 as above, silu(0) = 0 and silu'(0) = 1/2.
TEST(Gated, ByHand) {
  Meters meters;
  const Tensor gate = tensor_of(meters, Dtype::fp32, 1, 2, {1, 0});
  const Tensor up = tensor_of(meters, Dtype::fp32, 1, 2, {3, 5});
  const Tensor dy = tensor_of(meters, Dtype::fp32, 1, 2, {-2, 4});
  Tensor y(meters, {}, Dtype::fp32, 1, 2);
  gated_forward(meters, Activation::silu, gate, up, y);
  EXPECT_NEAR(values_of(y)[0], 3 * 0.7310586F, 1e-6);
  EXPECT_EQ(values_of(y)[1], 0.0F);
  Tensor dgate(meters, {}, Dtype::fp32, 1, 2);
  Tensor dup(meters, {}, Dtype::fp32, 1, 2);
  gated_backward(meters, Activation::silu, dy, gate, up, dgate, dup);
  EXPECT_NEAR(values_of(dgate)[0], -6 * 0.9276706F, 1e-6);
  EXPECT_NEAR(values_of(dgate)[1], 10.0F, 1e-6);
  EXPECT_NEAR(values_of(dup)[0], -2 * 0.7310586F, 1e-6);
  EXPECT_EQ(values_of(dup)[1], 0.0F);
}

/// Inputs of 7 x 301 in `dtype`, alone and side by side in the rows of one matrix.
struct GatedProblem {
  Meters meters{};
  Dtype dtype;
  Tensor all = random_tensor(meters, dtype, 7, 3 * 301, 1);

  [[nodiscard]] ConstView part(std::int64_t index) const {
    return all.view().column_block(index * 301, 301);
  }
  [[nodiscard]] Tensor copy(std::int64_t index, Dtype to) {
    return tensor_of(meters, to, 7, 301, values_of(part(index)));
  }
  [[nodiscard]] Values rounded(const Tensor& exact) {
    return values_of(tensor_of(meters, dtype, 7, 301, values_of(exact)));
  }
};

// A result, also between strided columns, is the fp32 result of the same inputs, rounded once.
TEST(Gated, EveryTypeAndStrideRoundsOnce) {
  for (const Dtype dtype : test::floating_dtypes) {
    for (const Activation activation : activations) {
      GatedProblem p{.dtype = dtype};
      const Tensor dy = p.copy(0, Dtype::fp32);
      const Tensor gate = p.copy(1, Dtype::fp32);
      const Tensor up = p.copy(2, Dtype::fp32);
      Tensor exact(p.meters, {}, Dtype::fp32, 7, 301);
      Tensor exact_dup(p.meters, {}, Dtype::fp32, 7, 301);
      Tensor out(p.meters, {}, dtype, 7, 602);
      const View left = out.view().column_block(0, 301);
      const View right = out.view().column_block(301, 301);
      gated_forward(p.meters, activation, gate, up, exact);
      gated_forward(p.meters, activation, p.part(1), p.part(2), right);
      EXPECT_EQ(values_of(right), p.rounded(exact));
      gated_backward(p.meters, activation, dy, gate, up, exact, exact_dup);
      gated_backward(p.meters, activation, p.part(0), p.part(1), p.part(2), left, right);
      EXPECT_EQ(values_of(left), p.rounded(exact));
      EXPECT_EQ(values_of(right), p.rounded(exact_dup));
    }
  }
}

TEST(Gated, OutputsMayBeInputs) {
  for (const Activation activation : activations) {
    GatedProblem p{.dtype = Dtype::fp32};
    Tensor dy = p.copy(0, Dtype::fp32);
    Tensor gate = p.copy(1, Dtype::fp32);
    Tensor up = p.copy(2, Dtype::fp32);
    Tensor dgate(p.meters, {}, Dtype::fp32, 7, 301);
    Tensor dup(p.meters, {}, Dtype::fp32, 7, 301);
    gated_backward(p.meters, activation, dy, gate, up, dgate, dup);
    gated_backward(p.meters, activation, dy, gate, up, dy, gate);
    EXPECT_EQ(values_of(dy), values_of(dgate));
    EXPECT_EQ(values_of(gate), values_of(dup));
  }
}

TEST(ActivationForward, HalvesAreRoundedOnce) {
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16}) {
    for (const Activation activation : activations) {
      GatedProblem p{.dtype = dtype};
      const Tensor dy = p.copy(0, Dtype::fp32);
      const Tensor u = p.copy(1, Dtype::fp32);
      Tensor y(p.meters, {}, dtype, 7, 301);
      Tensor exact(p.meters, {}, Dtype::fp32, 7, 301);
      activation_forward(p.meters, activation, p.part(1), y);
      activation_forward(p.meters, activation, u, exact);
      EXPECT_EQ(values_of(y), p.rounded(exact));
      activation_backward(p.meters, activation, p.part(0), p.part(1), y);
      activation_backward(p.meters, activation, dy, u, exact);
      EXPECT_EQ(values_of(y), p.rounded(exact));
    }
  }
}

TEST(ActivationForward, RefusesOtherShapesTypesAndFunctions) {
  Meters meters;
  const Tensor u = tensor_of(meters, Dtype::fp32, 1, 2, {0, 1});
  Tensor y(meters, {}, Dtype::fp32, 1, 2);
  Tensor wide(meters, {}, Dtype::fp32, 1, 3);
  Tensor half(meters, {}, Dtype::fp16, 1, 2);
  EXPECT_THROW(activation_forward(meters, Activation::gelu, u, wide), Error);
  EXPECT_THROW(activation_forward(meters, Activation::silu, u, half), Error);
  EXPECT_THROW(activation_forward(meters, static_cast<Activation>(3), u, y), Error);
  EXPECT_THROW(activation_backward(meters, Activation::gelu_tanh, u, u, half), Error);
  EXPECT_THROW(gated_forward(meters, Activation::silu, u, wide, y), Error);
  EXPECT_THROW(gated_backward(meters, Activation::silu, u, u, u, y, half), Error);
  EXPECT_EQ(test::elementwise(meters), 0);
}

}  // namespace
}  // namespace sim
