#include "sim/kernels/rms_norm.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/detail/rms_norm.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::random_tensor;
using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

// Row (1, 1, 3, 1): the mean square is 12/4 = 3; with epsilon 1 the root is 2 and 1/root 0.5, so
// that normalised = 0.5 0.5 1.5 0.5. Gain 2 2 4 4.
struct Example {
  Meters meters;
  Tensor x = tensor_of(meters, Dtype::fp32, 1, 4, {1, 1, 3, 1});
  Tensor gain = tensor_of(meters, Dtype::fp32, 1, 4, {2, 2, 4, 4});
  Tensor dy = tensor_of(meters, Dtype::fp32, 1, 4, {1, 1, 0, 1});
  Tensor y{meters, {}, Dtype::fp32, 1, 4};
  Tensor statistics{meters, {}, Dtype::fp32, 1, 1};

  Example() { rms_norm_forward(meters, x, gain, 1.0F, y, statistics); }
};

TEST(RmsNorm, ForwardByHand) {
  const Example example;
  EXPECT_EQ(values_of(example.y), (Values{1, 1, 6, 2}));
  EXPECT_EQ(values_of(example.statistics), Values{0.5F});
}

// g = dy gain = 2 2 0 4, the mean of g normalised = (1 + 1 + 0 + 2)/4 = 1;
// dx = 0.5 (g - normalised) = 0.75, 0.75, -0.75, 1.75.
TEST(RmsNorm, BackwardInputByHand) {
  Example e;
  Tensor dx(e.meters, {}, Dtype::fp32, 1, 4);
  rms_norm_backward_input(e.meters, e.dy, e.x, e.gain, e.statistics, {}, dx);
  EXPECT_EQ(values_of(dx), (Values{0.75F, 0.75F, -0.75F, 1.75F}));
  Tensor residual = tensor_of(e.meters, Dtype::fp32, 1, 4, {1, 2, 3, 4});
  rms_norm_backward_input(e.meters, e.dy, e.x, e.gain, e.statistics, residual, residual);
  EXPECT_EQ(values_of(residual), (Values{1.75F, 2.75F, 2.25F, 5.75F}));
  rms_norm_backward_input(e.meters, e.dy, e.x, e.gain, e.statistics, {}, e.dy);
  EXPECT_EQ(values_of(e.dy), values_of(dx));
}

// dy normalised = 0.5 0.5 0 0.5, added to what is there.
TEST(RmsNorm, BackwardGainByHand) {
  for (const Dtype dtype : test::floating_dtypes) {
    Example e;
    Tensor gradient = tensor_of(e.meters, dtype, 1, 4, {1, 2, 3, 4});
    rms_norm_backward_gain(e.meters, e.dy, e.x, e.statistics, gradient);
    EXPECT_EQ(values_of(gradient), (Values{1.5F, 2.5F, 3, 4.5F}));
  }
}

std::vector<double> in_double(const Values& values) {
  return {values.begin(), values.end()};
}

/// The kernels' templates in double, on three rows.
struct DoubleNorm {
  std::int64_t width;
  std::vector<double> x = in_double(test::normals(3 * width, 1));
  std::vector<double> gain = in_double(test::normals(width, 2));
  std::vector<double> dy = in_double(test::normals(3 * width, 3));
  std::vector<double> statistics = std::vector<double>(3);

  [[nodiscard]] kernels::Matrix<const double> shaped(const std::vector<double>& values) const {
    return {values.data(), 3, width, width};
  }
  /// sum(dy * y): its gradient is what the backward computes.
  double objective() {
    std::vector<double> y(x.size());
    kernels::rms_norm_forward<double, double, double>(
        shaped(x), gain.data(), 1e-5, {y.data(), 3, width, width}, {statistics.data(), 3, 1, 1});
    double sum = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) sum += dy[i] * y[i];
    return sum;
  }
  double slope(double& parameter) {
    const double step = 1e-5;
    const double middle = parameter;
    parameter = middle + step;
    const double above = objective();
    parameter = middle - step;
    const double below = objective();
    parameter = middle;
    return (above - below) / (2 * step);
  }
};

// Widths around the 32 lanes of a sum. A central difference in double errs by about 1e-9.
TEST(RmsNorm, BackwardIsTheGradient) {
  for (const std::int64_t width : {1, 3, 31, 32, 33, 70}) {
    DoubleNorm norm{.width = width};
    (void)norm.objective();
    const std::vector<double> statistics = norm.statistics;
    std::vector<double> dx(norm.x.size());
    kernels::rms_norm_backward_input<double>(
        kernels::NormBackward<double, double>{.dy = norm.shaped(norm.dy),
                                              .x = norm.shaped(norm.x),
                                              .gain = norm.gain.data(),
                                              .statistics = {statistics.data(), 3, 1, 1},
                                              .residual = {},
                                              .dx = {dx.data(), 3, width, width}});
    for (std::size_t i = 0; i < dx.size(); ++i) {
      EXPECT_NEAR(dx[i], norm.slope(norm.x[i]), 1e-5) << width << " " << i;
    }
    std::vector<double> gain_gradient(norm.gain.size());
    kernels::rms_norm_backward_gain<double, double, double>(
        norm.shaped(norm.dy), norm.shaped(norm.x), {statistics.data(), 3, 1, 1},
        gain_gradient.data());
    for (std::size_t i = 0; i < gain_gradient.size(); ++i) {
      EXPECT_NEAR(gain_gradient[i], norm.slope(norm.gain[i]), 1e-6) << width << " " << i;
    }
  }
}

// A result, also between strided columns, is the fp32 result of the same inputs, rounded once.
TEST(RmsNorm, EveryTypeAndStrideRoundsOnce) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    const Tensor inputs = random_tensor(meters, dtype, 5, 3 * 77, 1);
    const Tensor gain = random_tensor(meters, dtype, 1, 77, 2);
    const auto part = [&](std::int64_t index) {
      return inputs.view().column_block(index * 77, 77);
    };
    const auto in_fp32 = [&](ConstView view) {
      return tensor_of(meters, Dtype::fp32, view.rows, view.columns, values_of(view));
    };
    const auto rounded = [&](const Tensor& exact) {
      return values_of(tensor_of(meters, dtype, 5, 77, values_of(exact)));
    };
    Tensor out(meters, {}, dtype, 5, 2 * 77);
    const View y = out.view().column_block(77, 77);
    Tensor exact(meters, {}, Dtype::fp32, 5, 77);
    Tensor statistics(meters, {}, Dtype::fp32, 5, 1);
    Tensor exact_statistics(meters, {}, Dtype::fp32, 5, 1);
    rms_norm_forward(meters, part(0), gain, 1e-5F, y, statistics);
    rms_norm_forward(meters, in_fp32(part(0)), in_fp32(gain), 1e-5F, exact, exact_statistics);
    EXPECT_EQ(values_of(statistics), values_of(exact_statistics));
    EXPECT_EQ(values_of(y), rounded(exact));
    rms_norm_backward_input(meters, part(1), part(0), gain, statistics, part(2), y);
    rms_norm_backward_input(meters, in_fp32(part(1)), in_fp32(part(0)), in_fp32(gain), statistics,
                            in_fp32(part(2)), exact);
    EXPECT_EQ(values_of(y), rounded(exact));
    Tensor sums = random_tensor(meters, Dtype::fp32, 1, 77, 4);
    const Tensor old = in_fp32(sums);
    Tensor exact_sums = in_fp32(sums);
    rms_norm_backward_gain(meters, part(1), part(0), statistics, sums);
    rms_norm_backward_gain(meters, in_fp32(part(1)), in_fp32(part(0)), statistics, exact_sums);
    EXPECT_EQ(values_of(sums), values_of(exact_sums));
    EXPECT_NE(values_of(sums), values_of(old));
  }
}

TEST(RmsNorm, RefusesOtherShapesAndTypes) {
  Example e;
  Tensor wide(e.meters, {}, Dtype::fp32, 1, 5);
  Tensor half(e.meters, {}, Dtype::fp16, 1, 4);
  Tensor two(e.meters, {}, Dtype::fp32, 1, 2);
  const std::int64_t before = test::elementwise(e.meters);
  EXPECT_THROW(rms_norm_forward(e.meters, e.x, wide, 1.0F, e.y, e.statistics), Error);
  EXPECT_THROW(rms_norm_forward(e.meters, e.x, half, 1.0F, e.y, e.statistics), Error);
  EXPECT_THROW(rms_norm_forward(e.meters, e.x, e.gain, 1.0F, e.y, two), Error);
  EXPECT_THROW(rms_norm_backward_input(e.meters, e.dy, e.x, e.gain, two, {}, e.y), Error);
  EXPECT_THROW(rms_norm_backward_input(e.meters, e.dy, e.x, e.gain, e.statistics, half, e.y),
               Error);
  EXPECT_THROW(rms_norm_backward_input(e.meters, e.dy, e.x, e.gain, e.statistics, {}, wide), Error);
  EXPECT_THROW(rms_norm_backward_gain(e.meters, e.dy, e.x, e.statistics, wide), Error);
  EXPECT_EQ(test::elementwise(e.meters), before);
}

}  // namespace
}  // namespace sim
