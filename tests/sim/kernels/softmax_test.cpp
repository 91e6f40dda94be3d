#include "sim/kernels/softmax.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/detail/softmax.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

// The last two of four positions look back: rows see 3 and 4 keys. Equal scores share evenly.
TEST(CausalSoftmax, QueriesAreTheLastOfTheKeys) {
  Meters meters;
  Tensor scores = tensor_of(meters, Dtype::fp32, 2, 4, {7, 7, 7, 900, 7, 7, 7, 7});
  causal_softmax_forward(meters, scores, 1.0F, 2);
  const Values third = {1 / 3.0F, 1 / 3.0F, 1 / 3.0F, 0};
  const Values values = values_of(scores);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_FLOAT_EQ(values[i], third[i]);
  for (std::size_t i = 4; i < 8; ++i) EXPECT_FLOAT_EQ(values[i], 0.25F);
  EXPECT_THROW(causal_softmax_forward(meters, scores, 1.0F, 8), Error);
}

// Scale 2 and scores of (ln 3)/2 apart: powers of 3. Rows see 1, 2 and 3 keys; hidden scores are
// large on purpose. Two matrices of 3 queries: row 3 begins anew.
TEST(CausalSoftmax, ForwardByHand) {
  const float step = std::log(3.0F) / 2;
  Meters meters;
  Tensor scores =
      tensor_of(meters, Dtype::fp32, 4, 3, {5, 900, 900, 0, step, 900, 0, step, 0, -7, 900, 900});
  Tensor two = tensor_of(meters, Dtype::fp32, 6, 3, Values(18, 0.0F));
  convert(scores, two.view().row_block(0, 4));
  causal_softmax_forward(meters, two, 2.0F, 3);
  const Values expected = {1, 0, 0, 0.25F, 0.75F, 0, 0.2F, 0.6F, 0.2F, 1, 0, 0};
  const Values values = values_of(two);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-7) << i;
}

TEST(CausalSoftmax, HiddenKeysMayHoldAnything) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  Meters meters;
  Tensor scores = tensor_of(meters, Dtype::fp32, 2, 2, {3, nan, 1, 1});
  causal_softmax_forward(meters, scores, 1.0F, 2);
  EXPECT_EQ(values_of(scores), (Values{1, 0, 0.5F, 0.5F}));
  Tensor gradient = tensor_of(meters, Dtype::fp32, 2, 2, {1, infinity, 1, 3});
  causal_softmax_backward(meters, scores, 1.0F, 2, gradient);
  EXPECT_EQ(values_of(gradient), (Values{0, 0, -0.5F, 0.5F}));
}

// Scores far beyond the range of exp: only differences from the largest count.
TEST(CausalSoftmax, LargeScoresDoNotOverflow) {
  Meters meters;
  Tensor scores = tensor_of(meters, Dtype::fp32, 1, 1, {3e38F});
  causal_softmax_forward(meters, scores, 1.0F, 1);
  EXPECT_EQ(values_of(scores), Values{1});
}

// y = (0.25, 0.75), dy = (4, 8): sum dy y = 7; 0.5 y (dy - 7) = -0.375, 0.375.
TEST(CausalSoftmax, BackwardByHand) {
  Meters meters;
  const Tensor y = tensor_of(meters, Dtype::fp32, 2, 2, {1, 0, 0.25F, 0.75F});
  Tensor gradient = tensor_of(meters, Dtype::fp32, 2, 2, {9, 9, 4, 8});
  causal_softmax_backward(meters, y, 0.5F, 2, gradient);
  EXPECT_EQ(values_of(gradient), (Values{0, 0, -0.375F, 0.375F}));
}

/// sum(dy * softmax(scores)) in double, by the kernel's template.
double objective(std::vector<double> scores, const std::vector<double>& dy, std::int64_t keys) {
  const std::int64_t rows = std::ssize(scores) / keys;
  kernels::causal_softmax_forward<double, double>({scores.data(), rows, keys, keys}, 0.3, rows);
  double sum = 0.0;
  for (std::size_t i = 0; i < scores.size(); ++i) sum += dy[i] * scores[i];
  return sum;
}

TEST(CausalSoftmax, BackwardIsTheGradient) {
  for (const std::int64_t keys : {1, 5, 32, 37}) {
    const Values values = test::normals(keys * keys, 1);
    const Values gradients = test::normals(keys * keys, 2);
    std::vector<double> scores(values.begin(), values.end());
    const std::vector<double> dy(gradients.begin(), gradients.end());
    std::vector<double> y = scores;
    std::vector<double> gradient = dy;
    kernels::causal_softmax_forward<double, double>({y.data(), keys, keys, keys}, 0.3, keys);
    kernels::causal_softmax_backward<double, double>({y.data(), keys, keys, keys}, 0.3, keys,
                                                     {gradient.data(), keys, keys, keys});
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double middle = scores[i];
      scores[i] = middle + 1e-5;
      const double above = objective(scores, dy, keys);
      scores[i] = middle - 1e-5;
      const double below = objective(scores, dy, keys);
      scores[i] = middle;
      ASSERT_NEAR(gradient[i], (above - below) / 2e-5, 1e-8) << keys << " " << i;
    }
  }
}

TEST(CausalSoftmax, HalvesAreRoundedOnce) {
  for (const Dtype dtype : {Dtype::fp16, Dtype::bf16}) {
    Meters meters;
    Tensor scores = test::random_tensor(meters, dtype, 3 * 45, 45, 1);
    Tensor exact = tensor_of(meters, Dtype::fp32, 3 * 45, 45, values_of(scores));
    causal_softmax_forward(meters, scores, 0.25F, 45);
    causal_softmax_forward(meters, exact, 0.25F, 45);
    EXPECT_EQ(values_of(scores), values_of(tensor_of(meters, dtype, 3 * 45, 45, values_of(exact))));
  }
}

TEST(CausalSoftmax, RefusesWhatItCannotMask) {
  Meters meters;
  Tensor scores(meters, {}, Dtype::fp32, 6, 3);
  EXPECT_THROW(causal_softmax_forward(meters, scores, 1.0F, 4), Error);
  EXPECT_THROW(causal_softmax_forward(meters, scores, 1.0F, 0), Error);
  EXPECT_THROW(causal_softmax_forward(meters, scores, -1.0F, 3), Error);
  EXPECT_EQ(test::elementwise(meters), 0);
}

}  // namespace
}  // namespace sim
