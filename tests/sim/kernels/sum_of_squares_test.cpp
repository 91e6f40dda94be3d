#include "sim/kernels/sum_of_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using Values = std::vector<float>;

TEST(SumOfSquares, ByHand) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    EXPECT_EQ(sum_of_squares(meters, tensor_of(meters, dtype, 1, 3, {3, -4, 12})), 169.0);
    EXPECT_EQ(test::elementwise(meters), 6);
    EXPECT_EQ(sum_of_squares(meters, View{}), 0.0);
  }
}

// 2^24 + 1 is no float, so one fp32 sum of 20 million ones would stop at 2^24.
TEST(SumOfSquares, LongSumsAreInDouble) {
  Meters meters;
  constexpr std::int64_t count = 20'000'003;
  Tensor ones(meters, {}, Dtype::bf16, 1, count);
  const Bf16 one(1.0F);
  std::fill_n(ones.view().as<Bf16>(), count, one);
  EXPECT_EQ(sum_of_squares(meters, ones), static_cast<double>(count));
}

TEST(SumOfSquares, ShowsInfinityAndNan) {
  Meters meters;
  Values values(5000, 1.0F);
  values[4500] = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(std::isinf(sum_of_squares(meters, tensor_of(meters, Dtype::fp16, 1, 5000, values))));
  values[17] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(sum_of_squares(meters, tensor_of(meters, Dtype::bf16, 1, 5000, values))));
}

}  // namespace
}  // namespace sim
