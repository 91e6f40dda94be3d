#include "sim/kernels/cross_entropy.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/bias.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

constexpr float infinity = std::numeric_limits<float>::infinity();

Tensor vector_of(Meters& meters, std::int64_t size) {
  return {meters, {}, Dtype::fp32, 1, size};
}

// Row maxima over the real columns: the padding of 9 is passed over.
TEST(CrossEntropy, MaximumOfTheRealColumns) {
  Meters meters;
  const Tensor logits = tensor_of(meters, Dtype::fp32, 2, 3, {1, 2, 9, -1, -5, 9});
  Tensor maximum = vector_of(meters, 2);
  row_maximum(logits, 2, maximum);
  EXPECT_EQ(values_of(maximum), (Values{2, -1}));
  row_maximum(logits, 0, maximum);
  EXPECT_EQ(values_of(maximum), (Values{-infinity, -infinity}));
}

// One row of logits ln 1, ln 2, ln 5 and a padding column; the maximum is ln 5: exponentials 0.2,
// 0.4, 1, 0 and sum 1.6. Label 1: target ln 2 - ln 5; loss ln 1.6 - ln 0.4 = ln 4; probabilities
// 1/8, 2/8, 5/8; gradient with factor 8: 1, -6, 5, 0.
TEST(CrossEntropy, StepsByHand) {
  Meters meters;
  Tensor logits = tensor_of(meters, Dtype::fp32, 1, 4, {0, std::log(2.0F), std::log(5.0F), 777});
  const Tensor labels = test::tokens_of(meters, {1});
  const Tensor maximum = tensor_of(meters, Dtype::fp32, 1, 1, {std::log(5.0F)});
  Tensor target = vector_of(meters, 1);
  Tensor sum = vector_of(meters, 1);
  exponentials(meters, logits, labels, maximum, 0, 3, target, sum);
  EXPECT_NEAR(values_of(target)[0], std::log(0.4), 1e-6);
  EXPECT_NEAR(values_of(sum)[0], 1.6, 1e-6);
  EXPECT_EQ(values_of(logits)[3], 0.0F);
  EXPECT_NEAR(probabilities(meters, logits, target, sum), std::log(4.0), 1e-6);
  cross_entropy_backward(meters, logits, labels, 0, 8.0F);
  const Values expected = {1, -6, 5, 0};
  const Values values = values_of(logits);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(values[i], expected[i], 1e-5) << i;
}

/// Loss and logit gradients of the vocabulary split into shards of `width` columns.
std::pair<double, Values> split_loss(const Values& logits, std::int64_t rows, std::int64_t columns,
                                     std::int64_t width, const std::vector<std::int64_t>& tokens) {
  Meters meters;
  Tensor whole = tensor_of(meters, Dtype::fp32, rows, columns, logits);
  const Tensor labels = test::tokens_of(meters, tokens);
  Tensor maximum = vector_of(meters, rows);
  Tensor target = tensor_of(meters, Dtype::fp32, 1, rows, Values(tokens.size(), 0.0F));
  Tensor sum = tensor_of(meters, Dtype::fp32, 1, rows, Values(tokens.size(), 0.0F));
  row_maximum(whole, columns, maximum);
  for (std::int64_t first = 0; first < columns; first += width) {
    Tensor part_target = vector_of(meters, rows);
    Tensor part_sum = vector_of(meters, rows);
    exponentials(meters, whole.view().column_block(first, width), labels, maximum, first, width,
                 part_target, part_sum);
    add(meters, part_target, target);
    add(meters, part_sum, sum);
  }
  double loss = 0.0;
  for (std::int64_t first = 0; first < columns; first += width) {
    const View shard = whole.view().column_block(first, width);
    loss = probabilities(meters, shard, target, sum);
    cross_entropy_backward(meters, shard, labels, first, 0.5F);
  }
  return {loss, values_of(whole)};
}

TEST(CrossEntropy, SplitVocabularyGivesTheSameLoss) {
  const Values logits = test::normals(5 * 96, 3);
  const std::vector<std::int64_t> tokens = {0, 95, 31, 32, 47};
  const auto [loss, gradient] = split_loss(logits, 5, 96, 96, tokens);
  const auto [split, split_gradient] = split_loss(logits, 5, 96, 32, tokens);
  EXPECT_NEAR(loss, split, 1e-6);
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    EXPECT_NEAR(gradient[i], split_gradient[i], 1e-7) << i;
  }
}

// The difference of two losses near 25 in fp32 errs by about 1e-6, over a step of 2^-5 by 1e-4; the
// third derivative adds step^2 / 6 = 2e-4 at most.
TEST(CrossEntropy, BackwardIsTheGradient) {
  Values logits = test::normals(5 * 33, 3);
  const std::vector<std::int64_t> tokens = {0, 32, 31, 7, 7};
  const Values gradient = split_loss(logits, 5, 33, 33, tokens).second;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    const float middle = logits[i];
    logits[i] = middle + 0x1p-5F;
    const double above = split_loss(logits, 5, 33, 33, tokens).first;
    logits[i] = middle - 0x1p-5F;
    const double below = split_loss(logits, 5, 33, 33, tokens).first;
    logits[i] = middle;
    EXPECT_NEAR(gradient[i], 0.5 * (above - below) / 0x1p-4, 2e-4) << i;
  }
}

TEST(CrossEntropy, RefusesOtherShapesAndTypes) {
  Meters meters;
  Tensor half(meters, {}, Dtype::bf16, 2, 3);
  Tensor logits(meters, {}, Dtype::fp32, 2, 3);
  Tensor maximum = vector_of(meters, 2);
  Tensor other = vector_of(meters, 3);
  EXPECT_THROW(row_maximum(half, 3, maximum), Error);
  EXPECT_THROW(row_maximum(logits, 4, maximum), Error);
  EXPECT_THROW(row_maximum(logits, 3, other), Error);
  EXPECT_THROW(cross_entropy_backward(meters, logits, maximum, 0, 1.0F), Error)
      << "labels are int64";
}

}  // namespace
}  // namespace sim
