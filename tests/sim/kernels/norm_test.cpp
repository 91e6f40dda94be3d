#include "sim/kernels/norm.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/detail/norm.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

// Row (1, 2, 3, 6): mean 3, deviations -2 -1 0 3, variance 14/4 = 3.5; with epsilon 0.5 the root is
// 2 and 1/root 0.5, so that normalised = -1 -0.5 0 1.5. Gain 2 2 4 4, bias 1 0 0 -1.
struct Example {
  Meters meters;
  Tensor x = tensor_of(meters, Dtype::fp32, 1, 4, {1, 2, 3, 6});
  Tensor gain = tensor_of(meters, Dtype::fp32, 1, 4, {2, 2, 4, 4});
  Tensor bias = tensor_of(meters, Dtype::fp32, 1, 4, {1, 0, 0, -1});
  Tensor y{meters, {}, Dtype::fp32, 1, 4};
  Tensor statistics{meters, {}, Dtype::fp32, 1, 2};

  void forward() { layer_norm_forward(meters, x, gain, bias, 0.5F, y, statistics); }
};

TEST(LayerNorm, ForwardByHand) {
  Example example;
  example.forward();
  EXPECT_EQ(values_of(example.y), (Values{-1, -1, 0, 5}));
  EXPECT_EQ(values_of(example.statistics), (Values{3, 0.5F}));
}

// dy = (1, 1, 0, 1): g = dy gain = 2 2 0 4, mean 2; g normalised = -2 -1 0 6, mean 0.75;
// dx = 0.5 (g - 2 - 0.75 normalised) = 0.375, 0.1875, -1, 0.4375.
TEST(LayerNorm, BackwardInputByHand) {
  Example example;
  example.forward();
  const Tensor dy = tensor_of(example.meters, Dtype::fp32, 1, 4, {1, 1, 0, 1});
  Tensor dx(example.meters, {}, Dtype::fp32, 1, 4);
  layer_norm_backward_input(example.meters, dy, example.x, example.gain, example.statistics, {},
                            dx);
  EXPECT_EQ(values_of(dx), (Values{0.375F, 0.1875F, -1.0F, 0.4375F}));
  Tensor residual = tensor_of(example.meters, Dtype::fp32, 1, 4, {1, 2, 3, 4});
  layer_norm_backward_input(example.meters, dy, example.x, example.gain, example.statistics,
                            residual, residual);
  EXPECT_EQ(values_of(residual), (Values{1.375F, 2.1875F, 2.0F, 4.4375F}));
}

// dy normalised = -1 -0.5 0 1.5, added to what is there.
TEST(LayerNorm, BackwardGainByHand) {
  Example example;
  example.forward();
  const Tensor dy = tensor_of(example.meters, Dtype::fp32, 1, 4, {1, 1, 0, 1});
  for (const Dtype dtype : test::floating_dtypes) {
    Tensor gradient = tensor_of(example.meters, dtype, 1, 4, {1, 1, 1, 1});
    layer_norm_backward_gain(example.meters, dy, example.x, example.statistics, gradient);
    EXPECT_EQ(values_of(gradient), (Values{0, 0.5F, 1, 2.5F}));
  }
}

/// The kernels' templates in double.
struct DoubleNorm {
  std::int64_t rows;
  std::int64_t width;
  std::vector<double> x, gain, bias, dy;

  [[nodiscard]] kernels::Matrix<const double> shaped(const std::vector<double>& values) const {
    return {values.data(), rows, width, width};
  }
  [[nodiscard]] std::vector<double> statistics() const { return run().second; }
  /// sum(dy * y): its gradient is what the backward computes.
  [[nodiscard]] double objective() const {
    const std::vector<double> y = run().first;
    double sum = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) sum += dy[i] * y[i];
    return sum;
  }

 private:
  [[nodiscard]] std::pair<std::vector<double>, std::vector<double>> run() const {
    std::vector<double> y(x.size());
    std::vector<double> of_rows(static_cast<std::size_t>(2 * rows));
    kernels::layer_norm_forward<double, double, double>(shaped(x), gain.data(), bias.data(), 1e-5,
                                                        {y.data(), rows, width, width},
                                                        {of_rows.data(), rows, 2, 2});
    return {y, of_rows};
  }
};

std::vector<double> in_double(const Values& values) {
  return {values.begin(), values.end()};
}

DoubleNorm random_norm(std::int64_t rows, std::int64_t width) {
  return {rows,
          width,
          in_double(test::normals(rows * width, 1)),
          in_double(test::normals(width, 2)),
          in_double(test::normals(width, 3)),
          in_double(test::normals(rows * width, 4))};
}

double slope(DoubleNorm& norm, double& parameter) {
  const double step = 1e-5;
  const double middle = parameter;
  parameter = middle + step;
  const double above = norm.objective();
  parameter = middle - step;
  const double below = norm.objective();
  parameter = middle;
  return (above - below) / (2 * step);
}

// Widths around the 32 lanes of a sum. A central difference in double errs by about 1e-9.
TEST(LayerNorm, BackwardIsTheGradient) {
  for (const std::int64_t width : {1, 3, 31, 32, 33, 70}) {
    DoubleNorm norm = random_norm(3, width);
    const std::vector<double> statistics = norm.statistics();
    std::vector<double> dx(norm.x.size());
    kernels::layer_norm_backward_input<double>(
        kernels::NormBackward<double, double>{.dy = norm.shaped(norm.dy),
                                              .x = norm.shaped(norm.x),
                                              .gain = norm.gain.data(),
                                              .statistics = {statistics.data(), 3, 2, 2},
                                              .residual = {},
                                              .dx = {dx.data(), 3, width, width}});
    for (std::size_t i = 0; i < dx.size(); ++i) {
      EXPECT_NEAR(dx[i], slope(norm, norm.x[i]), 1e-5) << width << " " << i;
    }
    std::vector<double> gain_gradient(norm.gain.size());
    kernels::layer_norm_backward_gain<double, double, double>(
        norm.shaped(norm.dy), norm.shaped(norm.x), {statistics.data(), 3, 2, 2},
        gain_gradient.data());
    for (std::size_t i = 0; i < gain_gradient.size(); ++i) {
      EXPECT_NEAR(gain_gradient[i], slope(norm, norm.gain[i]), 1e-6) << width << " " << i;
    }
  }
}

// A mean of 1000 beside deviations of 1: one pass over squares would lose the variance in fp32.
TEST(LayerNorm, SurvivesALargeMean) {
  Meters meters;
  const Tensor x = tensor_of(meters, Dtype::fp32, 1, 4, {1001, 999, 1001, 999});
  const Tensor ones = tensor_of(meters, Dtype::fp32, 1, 4, {1, 1, 1, 1});
  const Tensor zeros = tensor_of(meters, Dtype::fp32, 1, 4, {0, 0, 0, 0});
  Tensor y(meters, {}, Dtype::fp32, 1, 4);
  Tensor statistics(meters, {}, Dtype::fp32, 1, 2);
  layer_norm_forward(meters, x, ones, zeros, 0.0F, y, statistics);
  EXPECT_EQ(values_of(y), (Values{1, -1, 1, -1}));
}

TEST(LayerNorm, HalvesAreRoundedOnce) {
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16}) {
    Meters meters;
    const Tensor x = test::random_tensor(meters, dtype, 5, 77, 1);
    const Tensor gain = test::random_tensor(meters, dtype, 1, 77, 2);
    const Tensor bias = test::random_tensor(meters, dtype, 1, 77, 3);
    Tensor y(meters, {}, dtype, 5, 77);
    Tensor exact_y(meters, {}, Dtype::fp32, 5, 77);
    Tensor statistics(meters, {}, Dtype::fp32, 5, 2);
    Tensor exact_statistics(meters, {}, Dtype::fp32, 5, 2);
    const auto exact = [&](const Tensor& t) {
      return tensor_of(meters, Dtype::fp32, t.rows(), t.columns(), values_of(t));
    };
    layer_norm_forward(meters, x, gain, bias, 1e-5F, y, statistics);
    layer_norm_forward(meters, exact(x), exact(gain), exact(bias), 1e-5F, exact_y,
                       exact_statistics);
    EXPECT_EQ(values_of(statistics), values_of(exact_statistics));
    EXPECT_EQ(values_of(y), values_of(tensor_of(meters, dtype, 5, 77, values_of(exact_y))));
  }
}

// Columns beside each other in the rows of one matrix give what matrices of their own give, and dx
// may be dy.
TEST(LayerNorm, KeepsStrides) {
  Meters meters;
  const Tensor x = test::random_tensor(meters, Dtype::fp32, 5, 77, 1);
  const Tensor dy = test::random_tensor(meters, Dtype::fp32, 5, 77, 2);
  const Tensor vector = test::random_tensor(meters, Dtype::fp32, 1, 77, 3);
  Tensor y(meters, {}, Dtype::fp32, 5, 77);
  Tensor statistics(meters, {}, Dtype::fp32, 5, 2);
  Tensor sums = test::random_tensor(meters, Dtype::fp32, 2, 77, 4);
  convert(sums.view().row_block(0, 1), sums.view().row_block(1, 1));
  Tensor fused(meters, {}, Dtype::fp32, 5, 3 * 77);
  const View left = fused.view().column_block(0, 77);
  const View middle = fused.view().column_block(77, 77);
  const View right = fused.view().column_block(2 * 77, 77);
  convert(x, left);
  convert(dy, middle);

  layer_norm_forward(meters, x, vector, vector, 1e-5F, y, statistics);
  layer_norm_forward(meters, left, vector, vector, 1e-5F, right, statistics);
  EXPECT_EQ(values_of(right), values_of(y));
  layer_norm_backward_gain(meters, dy, x, statistics, sums.view().row_block(0, 1));
  layer_norm_backward_gain(meters, middle, left, statistics, sums.view().row_block(1, 1));
  EXPECT_EQ(values_of(sums.view().row_block(1, 1)), values_of(sums.view().row_block(0, 1)));
  layer_norm_backward_input(meters, dy, x, vector, statistics, {}, y);
  layer_norm_backward_input(meters, middle, left, vector, statistics, {}, middle);
  EXPECT_EQ(values_of(middle), values_of(y));
}

TEST(LayerNorm, RefusesOtherShapesAndTypes) {
  Example example;
  Tensor wide(example.meters, {}, Dtype::fp32, 1, 5);
  Tensor half(example.meters, {}, Dtype::fp16, 1, 4);
  EXPECT_THROW(layer_norm_forward(example.meters, example.x, wide, example.bias, 1.0F, example.y,
                                  example.statistics),
               Error);
  EXPECT_THROW(layer_norm_forward(example.meters, example.x, example.gain, half, 1.0F, example.y,
                                  example.statistics),
               Error);
  EXPECT_THROW(layer_norm_forward(example.meters, example.x, example.gain, example.bias, 1.0F,
                                  example.y, half),
               Error);
}

}  // namespace
}  // namespace sim
