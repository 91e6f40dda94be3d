#include "sim/kernels/optimizer/adamw_8bit.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

Tensor zeros(Meters& meters, Dtype dtype, std::int64_t size) {
  Tensor tensor(meters, {}, dtype, 1, size);
  set_zero(tensor);
  return tensor;
}

/// Weights, gradient and quantised moments of one tensor.
struct Quantised {
  Meters meters;
  std::int64_t size;
  Tensor weights, master, gradient, first_codes, first_absmax, second_codes, second_absmax;

  Quantised(Dtype weight_dtype, Dtype gradient_dtype, const Values& values, const Values& gradients)
      : size(std::ssize(values)) {
    weights = tensor_of(meters, weight_dtype, 1, size, values);
    gradient = tensor_of(meters, gradient_dtype, 1, size, gradients);
    first_codes = zeros(meters, Dtype::uint8, size);
    second_codes = zeros(meters, Dtype::uint8, size);
    first_absmax = zeros(meters, Dtype::fp32, quantised_blocks(size));
    second_absmax = zeros(meters, Dtype::fp32, quantised_blocks(size));
  }
  Quantised(const Values& values, const Values& gradients)
      : Quantised(Dtype::fp32, Dtype::fp32, values, gradients) {}

  void step(const AdamW& adamw, std::int64_t count, double factor,
            const std::vector<DecayRun>& decays) {
    adamw_8bit_step(meters, adamw, count, factor,
                    {.weights = weights,
                     .master = master,
                     .gradient = gradient,
                     .first_moment = {first_codes, first_absmax},
                     .second_moment = {second_codes, second_absmax},
                     .decays = decays});
  }
  void step(const AdamW& adamw, std::int64_t count) { step(adamw, count, 1.0, {{size, 0.0}}); }
};

/// The same with fp32 moments.
struct Exact {
  Meters meters;
  Tensor weights, gradient, first, second;

  Exact(const Values& values, const Values& gradients) {
    const std::int64_t size = std::ssize(values);
    weights = tensor_of(meters, Dtype::fp32, 1, size, values);
    gradient = tensor_of(meters, Dtype::fp32, 1, size, gradients);
    first = zeros(meters, Dtype::fp32, size);
    second = zeros(meters, Dtype::fp32, size);
  }
  void step(const AdamW& adamw, std::int64_t count) {
    adamw_step(meters, adamw, count, 1.0, {weights, {}, gradient, first, second, 0.0});
  }
};

constexpr AdamW by_hand = {.learning_rate = 0.5, .beta_1 = 0.5, .beta_2 = 0.75, .epsilon = 1.0};

// The largest of a block is stored exactly, so one element goes AdamW's way (adamw_test.cpp).
TEST(AdamW8Bit, OneElementIsExact) {
  Quantised tensor({10}, {6});
  tensor.step(by_hand, 1, 0.5, {{1, 0.2}});
  EXPECT_FLOAT_EQ(values_of(tensor.weights)[0], 8.625F);
  EXPECT_FLOAT_EQ(values_of(tensor.first_absmax)[0], 1.5F);
  EXPECT_FLOAT_EQ(values_of(tensor.second_absmax)[0], 2.25F);
  tensor.step(by_hand, 2, 0.5, {{1, 0.2}});
  EXPECT_FLOAT_EQ(values_of(tensor.weights)[0], 7.3875F);
}

// Gradients 3 and 1.5: moments 1.5, 0.75 and 2.25, 0.5625. Halves of the first moments' scale are
// stored as 0.1 + 0.9 * 28.5/64 = 0.50078125, quarters of the second's as 0.1 + 0.9 * 21.5/128 =
// 0.251171875. The first step took the moments before they were rounded: m / 0.5 = 1.5, root 1.5,
// w = 10 - 0.5 * 1.5 / 2.5 = 9.7.
TEST(AdamW8Bit, TwoStepsByHand) {
  Quantised tensor({10, 10}, {3, 1.5});
  tensor.step(by_hand, 1);
  EXPECT_FLOAT_EQ(values_of(tensor.weights)[1], 9.7F);
  const auto* const first = tensor.first_codes.view().as<std::uint8_t>();
  const auto* const second = tensor.second_codes.view().as<std::uint8_t>();
  EXPECT_EQ(first[0], 255);
  EXPECT_EQ(first[1], 255 - 64 + 28);
  EXPECT_EQ(second[0], 255);
  EXPECT_EQ(second[1], 255 - 128 + 21);
  tensor.step(by_hand, 2);
  const double m = 0.5 * 0.50078125 * 1.5 + 0.5 * 1.5;
  const double v = 0.75 * 0.251171875 * 2.25 + 0.25 * 1.5 * 1.5;
  EXPECT_FLOAT_EQ(values_of(tensor.weights)[1],
                  static_cast<float>(9.7 - 0.5 * (m / 0.75) / (std::sqrt(v / 0.4375) + 1)));
}

TEST(AdamW8Bit, TheFirstStepIsAdamWs) {
  const Values weights = test::normals(700, 1);
  const Values gradients = test::normals(700, 2);
  Quantised tensor(weights, gradients);
  Exact exact(weights, gradients);
  tensor.step({}, 1);
  exact.step({}, 1);
  EXPECT_EQ(values_of(tensor.weights), values_of(exact.weights));
}

// Blocks of 256, 256 and 88 elements with gradients of very different sizes: each as if alone.
TEST(AdamW8Bit, BlocksAreIndependent) {
  const Values weights = test::normals(600, 1);
  Values gradients = test::normals(600, 2);
  for (std::size_t i = 0; i < 256; ++i) gradients[i] *= 1000.0F;
  Quantised together(weights, gradients);
  for (int step = 1; step <= 3; ++step) together.step({}, step);
  const Values all = values_of(together.weights);
  for (const auto& [begin, end] : {std::pair{0, 256}, {256, 512}, {512, 600}}) {
    const auto part = [from = begin, to = end](const Values& values) {
      return Values(values.begin() + from, values.begin() + to);
    };
    Quantised alone(part(weights), part(gradients));
    for (int step = 1; step <= 3; ++step) alone.step({}, step);
    EXPECT_EQ(values_of(alone.weights), part(all)) << begin;
  }
}

// lr 0.5: without a gradient a weight of 1 becomes 1 - 0.5 wd.
TEST(AdamW8Bit, DecaysEndWithinBlocks) {
  const Values ones(600, 1.0F);
  Quantised tensor(ones, Values(600, 0.0F));
  tensor.step(by_hand, 1, 1.0, {{100, 0.5}, {101, 1.0}, {300, 0.0}, {600, 0.25}});
  const Values after = values_of(tensor.weights);
  for (std::size_t i = 0; i < 600; ++i) {
    EXPECT_EQ(after[i], i < 100 ? 0.75F : i < 101 ? 0.5F : i < 300 ? 1.0F : 0.875F) << i;
  }
}

TEST(AdamW8Bit, RefusesOtherShapesAndTypes) {
  Quantised tensor(Values(300, 1.0F), Values(300, 1.0F));
  EXPECT_THROW(tensor.step({}, 0), Error) << "steps count from 1";
  EXPECT_THROW(tensor.step({}, 1, 1.0, {{299, 0.0}}), Error) << "an element without a decay";
  EXPECT_THROW(tensor.step({}, 1, 1.0, {{200, 0.0}, {200, 0.0}, {300, 0.0}}), Error);
  tensor.first_absmax = zeros(tensor.meters, Dtype::fp32, 1);
  EXPECT_THROW(tensor.step({}, 1), Error) << "300 elements are two blocks";
  tensor.first_absmax = zeros(tensor.meters, Dtype::fp32, 2);
  tensor.second_codes = zeros(tensor.meters, Dtype::fp32, 300);
  EXPECT_THROW(tensor.step({}, 1), Error);
}

TEST(AdamW8Bit, EveryStorageType) {
  for (const Dtype dtype : test::floating_dtypes) {
    for (const Dtype gradient_dtype : test::floating_dtypes) {
      Quantised tensor(dtype, gradient_dtype, {10}, {6});
      tensor.step(by_hand, 1, 0.5, {{1, 0.2}});
      const Tensor expected = tensor_of(tensor.meters, dtype, 1, 1, {8.625F});
      EXPECT_EQ(values_of(tensor.weights), values_of(expected));
      EXPECT_EQ(test::elementwise(tensor.meters), 19);
    }
  }
}

TEST(AdamW8Bit, ANanStaysVisible) {
  Quantised tensor({1, 1}, {std::numeric_limits<float>::quiet_NaN(), 1});
  for (int step = 1; step <= 2; ++step) tensor.step({}, step);
  EXPECT_TRUE(std::isnan(values_of(tensor.weights)[0]));
}

/// f(w) = sum of c (w - target)^2 / 2 over two blocks and a part of a third; curvatures 0.1 ... 1,
/// targets of magnitude 1 ... 1.5 and either sign.
class Bowl {
 public:
  Bowl() {
    for (std::size_t i = 0; i < 600; ++i) {
      const float size = 1.0F + 0.005F * static_cast<float>(i * 37 % 100);
      targets_.push_back(i % 3 == 0 ? -size : size);
    }
  }
  [[nodiscard]] double loss(const Values& w) const {
    double sum = 0;
    for (std::size_t i = 0; i < w.size(); ++i) {
      sum += 0.5 * curvature(i) * std::pow(w[i] - targets_[i], 2);
    }
    return sum;
  }
  /// The weights after so many steps from zero.
  template <class Optimizer>
  [[nodiscard]] Values descend(const AdamW& adamw, int steps) const {
    const Values start(targets_.size(), 0.0F);
    Optimizer optimizer(start, start);
    for (int step = 1; step <= steps; ++step) {
      const Values w = values_of(optimizer.weights);
      auto* const gradient = optimizer.gradient.view().template as<float>();
      for (std::size_t i = 0; i < w.size(); ++i) gradient[i] = curvature(i) * (w[i] - targets_[i]);
      optimizer.step(adamw, step);
    }
    return values_of(optimizer.weights);
  }

 private:
  [[nodiscard]] static float curvature(std::size_t i) {
    return 0.1F + 0.009F * static_cast<float>(i % 101);
  }
  Values targets_;
};

// 60 steps of 0.01 go 0.6 of the 1 to 1.5, so a gradient stays above 0.1 * 0.4 / 0.9 = 0.044 of its
// block's largest. A first moment is then off by at most half a part at the lower end of the upper
// decade, 0.0070 / 0.1 = 7 % of itself; a second one, above 0.002 of its largest, by 0.00014 /
// 0.002 = 7 %, its root by 3.5 %. So each step lr m / sqrt(v), and with it the whole way, is as
// fp32 moments would have it to 10.5 %.
TEST(AdamW8Bit, GoesTheWayOfFp32Moments) {
  const Bowl bowl;
  const AdamW adamw = {.learning_rate = 0.01};
  const Values near = bowl.descend<Quantised>(adamw, 60);
  const Values expected = bowl.descend<Exact>(adamw, 60);
  for (std::size_t i = 0; i < near.size(); ++i) EXPECT_NEAR(near[i] / expected[i], 1.0, 0.105) << i;
  EXPECT_NE(near, expected);
}

TEST(AdamW8Bit, Converges) {
  const Bowl bowl;
  const double start = bowl.loss(Values(600, 0.0F));
  EXPECT_LE(bowl.loss(bowl.descend<Exact>({.learning_rate = 0.01}, 400)), 1e-4 * start);
  EXPECT_LE(bowl.loss(bowl.descend<Quantised>({.learning_rate = 0.01}, 400)), 1e-4 * start);
}

}  // namespace
}  // namespace sim
