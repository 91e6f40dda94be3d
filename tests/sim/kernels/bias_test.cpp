#include "sim/kernels/bias.hpp"

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

TEST(AddBias, AddsToEveryRow) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    Tensor x = tensor_of(meters, dtype, 2, 3, {1, 2, 3, 4, 5, 6});
    add_bias(meters, x, tensor_of(meters, dtype, 1, 3, {10, 20, 30}));
    EXPECT_EQ(values_of(x), (Values{11, 22, 33, 14, 25, 36}));
    EXPECT_EQ(test::elementwise(meters), 6);
  }
}

TEST(AddBias, KeepsTheStride) {
  Meters meters;
  Tensor x = tensor_of(meters, Dtype::fp32, 2, 3, {1, 2, 3, 4, 5, 6});
  add_bias(meters, x.view().column_block(1, 1), tensor_of(meters, Dtype::fp32, 1, 1, {10}));
  EXPECT_EQ(values_of(x), (Values{1, 12, 3, 4, 15, 6}));
}

TEST(AddColumnSums, AddsToWhatIsThere) {
  for (const Dtype dtype : test::floating_dtypes) {
    for (const Dtype sum_dtype : test::floating_dtypes) {
      Meters meters;
      Tensor sums = tensor_of(meters, sum_dtype, 1, 2, {100, 200});
      add_column_sums(meters, tensor_of(meters, dtype, 3, 2, {1, 2, 3, 4, 5, 6}), sums);
      EXPECT_EQ(values_of(sums), (Values{109, 212}));
      EXPECT_EQ(test::elementwise(meters), 6);
    }
  }
}

// bf16 has 8 bits: 256 + 1 rounds back to 256, so rounding after each of 300 ones would stop there.
// The sum of 300 is rounded once, to 300 (a multiple of 2).
TEST(AddColumnSums, RoundsOnce) {
  Meters meters;
  Tensor sums = tensor_of(meters, Dtype::bf16, 1, 1, {0});
  add_column_sums(meters, tensor_of(meters, Dtype::bf16, 300, 1, Values(300, 1.0F)), sums);
  EXPECT_EQ(values_of(sums), Values{300});
}

// 2^24 + 1 is no float: adding 1 to 2^24 again and again changes nothing, but runs of 32 rows are
// summed before they meet it.
TEST(AddColumnSums, SumsShortRunsFirst) {
  Meters meters;
  Tensor sums = tensor_of(meters, Dtype::fp32, 1, 1, {0x1p24F});
  add_column_sums(meters, tensor_of(meters, Dtype::fp32, 64, 1, Values(64, 1.0F)), sums);
  EXPECT_EQ(values_of(sums), Values{0x1p24F + 64});
}

TEST(AddColumnSums, TakesTilesOfColumnsAndRunsOfRows) {
  Meters meters;
  for (const std::int64_t columns : {1, 255, 256, 257, 600}) {
    const std::int64_t rows = 67;
    Values x(static_cast<std::size_t>(rows * columns));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 13);
    Values expected(static_cast<std::size_t>(columns), 1.0F);
    for (std::size_t i = 0; i < x.size(); ++i) {
      expected[i % static_cast<std::size_t>(columns)] += x[i];  // small integers: exact
    }
    Tensor sums =
        tensor_of(meters, Dtype::fp32, 1, columns, Values(static_cast<std::size_t>(columns), 1.0F));
    add_column_sums(meters, tensor_of(meters, Dtype::fp32, rows, columns, x), sums);
    EXPECT_EQ(values_of(sums), expected) << columns;
  }
}

TEST(Add, MixesTypesAndStrides) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    Tensor out = tensor_of(meters, dtype, 2, 3, {1, 2, 3, 4, 5, 6});
    add(meters, tensor_of(meters, Dtype::bf16, 2, 2, {10, 20, 30, 40}),
        out.view().column_block(1, 2));
    EXPECT_EQ(values_of(out), (Values{1, 12, 23, 4, 35, 46}));
    EXPECT_EQ(test::elementwise(meters), 4);
  }
}

// Columns of one matrix into columns of another, neither without gaps.
TEST(Add, TakesAnyRowStride) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    const Tensor x = tensor_of(meters, dtype, 2, 3, {10, 20, 30, 40, 50, 60});
    Tensor out = tensor_of(meters, Dtype::fp32, 2, 4, {1, 2, 3, 4, 5, 6, 7, 8});
    add(meters, x.view().column_block(1, 2), out.view().column_block(0, 2));
    EXPECT_EQ(values_of(out), (Values{21, 32, 3, 4, 55, 66, 7, 8}));
    add(meters, x.view().column_block(2, 1), out.view().column_block(3, 1));
    EXPECT_EQ(values_of(out), (Values{21, 32, 3, 34, 55, 66, 7, 68}));
  }
}

TEST(Bias, RefusesOtherShapesAndTypes) {
  Meters meters;
  Tensor x = tensor_of(meters, Dtype::fp32, 2, 2, {1, 2, 3, 4});
  const Tensor wide = tensor_of(meters, Dtype::fp32, 1, 3, {1, 2, 3});
  const Tensor half = tensor_of(meters, Dtype::fp16, 1, 2, {1, 2});
  EXPECT_THROW(add_bias(meters, x, wide), Error);
  EXPECT_THROW(add_bias(meters, x, half), Error);
  EXPECT_THROW(add(meters, wide, x), Error);
  EXPECT_THROW(add_column_sums(meters, wide, x), Error);
  EXPECT_EQ(test::elementwise(meters), 0);
}

}  // namespace
}  // namespace sim
