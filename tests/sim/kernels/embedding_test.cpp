#include "sim/kernels/embedding.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::tokens_of;
using test::values_of;
using Values = std::vector<float>;

// A shard of rows 2 and 3 of the table: tokens 1 and 4 lie elsewhere.
TEST(EmbeddingLookup, CopiesRowsOfTheShard) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    const Tensor table = tensor_of(meters, dtype, 2, 2, {20, 21, 30, 31});
    Tensor out = tensor_of(meters, dtype, 4, 2, Values(8, 9.0F));
    embedding_lookup(tokens_of(meters, {3, 1, 2, 4}), table, 2, out);
    EXPECT_EQ(values_of(out), (Values{30, 31, 0, 0, 20, 21, 0, 0}));
    EXPECT_EQ(test::elementwise(meters), 0);
  }
}

TEST(EmbeddingScatterAdd, AddsToRowsOfTheShard) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    Tensor table = tensor_of(meters, dtype, 2, 2, {100, 100, 200, 200});
    const Tensor dy = tensor_of(meters, Dtype::bf16, 5, 2, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    embedding_scatter_add(meters, tokens_of(meters, {3, 1, 2, 3, 4}), dy, 2, table);
    EXPECT_EQ(values_of(table), (Values{105, 106, 208, 210}));
    EXPECT_EQ(test::elementwise(meters), 10) << "tokens elsewhere count too";
  }
}

// 300 ones into one bf16 row: rounded after each they would stop at 256.
TEST(EmbeddingScatterAdd, RoundsARowOnce) {
  Meters meters;
  Tensor table = tensor_of(meters, Dtype::bf16, 1, 1, {0});
  const Tensor dy = tensor_of(meters, Dtype::bf16, 300, 1, Values(300, 1.0F));
  embedding_scatter_add(meters, tokens_of(meters, std::vector<std::int64_t>(300, 0)), dy, 0, table);
  EXPECT_EQ(values_of(table), Values{300});
}

// More tokens than are sorted at once; small integers, so that sums are exact in any order.
TEST(EmbeddingScatterAdd, TakesManyTokens) {
  Meters meters;
  constexpr std::int64_t count = 5000;
  constexpr std::int64_t rows = 37;
  std::vector<std::int64_t> tokens;
  Values dy;
  Values expected(rows * 3, 0.0F);
  for (std::int64_t i = 0; i < count; ++i) {
    tokens.push_back(i * i % rows);
    for (std::int64_t column = 0; column < 3; ++column) {
      dy.push_back(static_cast<float>((i + column) % 11));
      expected[static_cast<std::size_t>(tokens.back() * 3 + column)] += dy.back();
    }
  }
  Tensor table = tensor_of(meters, Dtype::fp32, rows, 3, Values(rows * 3, 0.0F));
  embedding_scatter_add(meters, tokens_of(meters, tokens),
                        tensor_of(meters, Dtype::fp32, count, 3, dy), 0, table);
  EXPECT_EQ(values_of(table), expected);
}

// Two positions from row 1 on, two sequences: x is position-major.
TEST(AddPositions, AddsARowToEachSequence) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    const Tensor positions = tensor_of(meters, dtype, 3, 2, {9, 9, 10, 20, 30, 40});
    Tensor x = tensor_of(meters, dtype, 4, 2, {1, 2, 3, 4, 5, 6, 7, 8});
    add_positions(meters, positions, 1, 2, x);
    EXPECT_EQ(values_of(x), (Values{11, 22, 13, 24, 35, 46, 37, 48}));
    EXPECT_EQ(test::elementwise(meters), 8);
  }
}

TEST(AddPositionsGradient, SumsOverSequences) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    Tensor gradient = tensor_of(meters, dtype, 3, 2, {7, 7, 100, 100, 200, 200});
    const Tensor dy = tensor_of(meters, Dtype::bf16, 4, 2, {1, 2, 3, 4, 5, 6, 7, 8});
    add_positions_gradient(meters, dy, 1, 2, gradient);
    EXPECT_EQ(values_of(gradient), (Values{7, 7, 104, 106, 212, 214}));
    EXPECT_EQ(test::elementwise(meters), 8);
  }
}

TEST(Embedding, RefusesOtherShapesAndTypes) {
  Meters meters;
  Tensor table = tensor_of(meters, Dtype::fp32, 2, 2, {1, 2, 3, 4});
  Tensor out(meters, {}, Dtype::fp32, 3, 2);
  Tensor wide(meters, {}, Dtype::fp32, 3, 3);
  const Tensor tokens = tokens_of(meters, {0, 1, 0});
  EXPECT_THROW(embedding_lookup(tokens_of(meters, {0}), table, 0, out), Error);
  EXPECT_THROW(embedding_lookup(tokens, table, 0, wide), Error);
  EXPECT_THROW(embedding_scatter_add(meters, tokens, wide, 0, table), Error);
  EXPECT_THROW(add_positions(meters, table, 0, 2, out), Error) << "3 rows are no 2 sequences";
  EXPECT_THROW(add_positions(meters, table, 1, 1, out), Error) << "3 positions from 1, of 2";
  EXPECT_THROW(add_positions_gradient(meters, out, -1, 3, table), Error);
}

}  // namespace
}  // namespace sim
