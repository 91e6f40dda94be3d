#include "sim/kernels/product.hpp"

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

std::int64_t matmul(const Meters& meters) {
  return meters.flops.report()[0].matmul;
}

// (1 2 3; 4 5 6) (1 2; 3 4; 5 6) = (22 28; 49 64)
TEST(Multiply, ByHandInAllTypes) {
  for (const Dtype left : test::floating_dtypes) {
    for (const Dtype right : test::floating_dtypes) {
      for (const Dtype dtype : test::floating_dtypes) {
        Meters meters;
        const Tensor a = tensor_of(meters, left, 2, 3, {1, 2, 3, 4, 5, 6});
        const Tensor b = tensor_of(meters, right, 3, 2, {1, 2, 3, 4, 5, 6});
        Tensor out = tensor_of(meters, dtype, 2, 2, {9, 9, 9, 9});
        multiply(meters, out, {a}, {b});
        EXPECT_EQ(values_of(out), (Values{22, 28, 49, 64}));
        EXPECT_EQ(matmul(meters), 2 * 2 * 2 * 3);
        multiply(meters, out, {a}, {b}, Into::add);
        EXPECT_EQ(values_of(out), (Values{44, 56, 98, 128}));
        EXPECT_EQ(matmul(meters), 2 * 24);
      }
    }
  }
}

TEST(Multiply, TransposedOperandsAndStrides) {
  Meters meters;
  const Tensor a = tensor_of(meters, Dtype::fp32, 3, 2, {1, 4, 2, 5, 3, 6});
  const Tensor b = tensor_of(meters, Dtype::bf16, 2, 4, {7, 1, 3, 5, 7, 2, 4, 6});
  Tensor out = tensor_of(meters, Dtype::fp32, 2, 3, Values(6, 8.0F));
  multiply(meters, out.view().column_block(1, 2), transposed(a),
           transposed(b.view().column_block(1, 3)));
  EXPECT_EQ(values_of(out), (Values{8, 22, 28, 8, 49, 64}));
}

struct Shape {
  std::int64_t m, n, k;
};

/// The largest |out - exact| / (sum of |products|) over the outputs of one product.
double largest_error(Shape shape, Dtype dtype, Dtype out_dtype, bool left_transposed,
                     bool right_transposed, Into into) {
  Meters meters;
  const auto [m, n, k] = shape;
  const auto make = [&](Dtype type, bool is_transposed, std::int64_t rows, std::int64_t columns,
                        std::uint64_t seed) {
    return is_transposed ? test::random_tensor(meters, type, columns, rows, seed)
                         : test::random_tensor(meters, type, rows, columns, seed);
  };
  const Tensor a = make(dtype, left_transposed, m, k, 1);
  const Tensor b = make(dtype, right_transposed, k, n, 2);
  Tensor out = make(out_dtype, false, m, n, 3);
  const Values left = values_of(a);
  const Values right = values_of(b);
  const Values old = values_of(out);
  multiply(meters, out, {a, left_transposed}, {b, right_transposed}, into);
  EXPECT_EQ(matmul(meters), 2 * m * n * k);
  const Values values = values_of(out);
  const auto at = [](const Values& of, std::int64_t index) {
    return static_cast<double>(of[static_cast<std::size_t>(index)]);
  };
  double largest = 0.0;
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      double sum = into == Into::add ? at(old, i * n + j) : 0.0;
      double size = std::fabs(sum);
      for (std::int64_t l = 0; l < k; ++l) {
        const double product = at(left, left_transposed ? l * m + i : i * k + l) *
                               at(right, right_transposed ? j * k + l : l * n + j);
        sum += product;
        size += std::fabs(product);
      }
      const double error = std::fabs(at(values, i * n + j) - sum);
      if (error > 0.0) largest = std::max(largest, error / size);
    }
  }
  return largest;
}

// A sum of k fp32 products errs by at most (k + 1) 2^-24 of the sum of their sizes, and storing a
// result by half the type's epsilon. Sizes of one, odd ones, and past the tiles and panels of 256.
TEST(Multiply, ErrsNoMoreThanItsRoundings) {
  const std::vector<Shape> shapes = {{1, 1, 1},   {1, 7, 300},   {300, 1, 5},  {3, 5, 2},
                                     {17, 33, 9}, {257, 40, 31}, {9, 260, 530}};
  for (const Shape shape : shapes) {
    for (const Dtype dtype : test::floating_dtypes) {
      for (const Dtype out_dtype : {Dtype::fp32, dtype}) {
        for (int transposes = 0; transposes < 4; ++transposes) {
          for (const Into into : {Into::overwrite, Into::add}) {
            const double sums = static_cast<double>(shape.k + 2) * 0x1p-24;
            const double store = test::epsilon_of(out_dtype) / 2;
            EXPECT_LE(largest_error(shape, dtype, out_dtype, (transposes & 1) != 0,
                                    (transposes & 2) != 0, into),
                      sums + store * (1 + sums))
                << shape.m << " " << shape.n << " " << shape.k << " " << name_of(dtype);
          }
        }
      }
    }
  }
}

// Three panels of 256 products that sum to 257 each: 771 rounds to 772 (bf16 values are 4 apart
// there). Rounded after each panel the sums would be 257 -> 256, 513 -> 512, 769 -> 768.
TEST(Multiply, SixteenBitSumsAreRoundedOnce) {
  Meters meters;
  Values values(768, 1.0F);
  for (const std::size_t first : {0U, 256U, 512U}) values[first] = 2.0F;
  const Tensor row = tensor_of(meters, Dtype::bf16, 1, 768, values);
  const Tensor ones = tensor_of(meters, Dtype::bf16, 1, 768, Values(768, 1.0F));
  Tensor out = tensor_of(meters, Dtype::bf16, 1, 1, {0});
  multiply(meters, out, {row}, transposed(ones), Into::add);
  EXPECT_EQ(values_of(out), Values{772});
  multiply(meters, out, {row}, transposed(ones));
  EXPECT_EQ(values_of(out), Values{772});
}

TEST(Multiply, EmptySizes) {
  Meters meters;
  for (const Dtype dtype : test::floating_dtypes) {
    const Tensor a(meters, {}, dtype, 2, 0);
    const Tensor b(meters, {}, dtype, 0, 2);
    Tensor out = tensor_of(meters, dtype, 2, 2, {1, 2, 3, 4});
    multiply(meters, out, {a}, {b}, Into::add);
    EXPECT_EQ(values_of(out), (Values{1, 2, 3, 4}));
    multiply(meters, out, {a}, {b});
    EXPECT_EQ(values_of(out), (Values{0, 0, 0, 0}));
    Tensor none(meters, {}, dtype, 0, 2);
    multiply(meters, none, {b}, {out});
  }
  EXPECT_EQ(matmul(meters), 0);
}

// Two sequences of two heads that lie side by side in rows [position, sequence, head, 2], as
// queries do; the two heads share one key head (inner_repeats 2).
TEST(MultiplyFamilies, WalksOverSequencesAndHeads) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    const Tensor queries =
        tensor_of(meters, dtype, 2, 8, {1, 2, 3, 4, 5, 6, 7, 8, 1, 0, 0, 1, 2, 0, 0, 2});
    const Tensor keys = tensor_of(meters, dtype, 2, 4, {1, 1, 2, 0, 0, 1, 0, 2});
    Tensor scores(meters, {}, dtype, 8, 2);  // [sequence, head, query, key]
    multiply_families(meters, 2, 2, {scores.view().row_block(0, 2), 8, 4},
                      {{queries.view().column_block(0, 2)}, 4, 2},
                      {.first = transposed(keys.view().column_block(0, 2)),
                       .outer_stride = 2,
                       .inner_repeats = 2});
    // Sequence 0, head 0: queries (1 2), (1 0) with keys (1 1), (0 1): 3 2 / 1 0; and so on.
    EXPECT_EQ(values_of(scores), (Values{3, 2, 1, 0, 7, 4, 1, 1, 10, 12, 4, 0, 14, 16, 0, 4}));
    EXPECT_EQ(matmul(meters), 4 * 2 * 2 * 2 * 2);
  }
}

TEST(Multiply, RefusesWhatDoesNotFit) {
  Meters meters;
  Tensor out(meters, {}, Dtype::fp32, 2, 2);
  const Tensor a(meters, {}, Dtype::fp32, 2, 3);
  const Tensor b(meters, {}, Dtype::fp32, 3, 2);
  const Tensor tokens(meters, {}, Dtype::int64, 3, 2);
  EXPECT_THROW(multiply(meters, out, {a}, {a}), Error);
  EXPECT_THROW(multiply(meters, out, {b}, {a}), Error) << "3 x 3 into 2 x 2";
  EXPECT_THROW(multiply(meters, out, {a}, {tokens}), std::invalid_argument);
  EXPECT_EQ(matmul(meters), 0);
}

}  // namespace
}  // namespace sim
