// Products with operands of 8 bits and one scale a stored row.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernels/product.hpp"
#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

std::int64_t matmul(const Meters& meters) {
  return meters.flops.report()[0].matmul;
}

Tensor codes_of(Meters& meters, std::int64_t rows, std::int64_t columns,
                const std::vector<std::int64_t>& values) {
  Tensor tensor(meters, {}, Dtype::int8, rows, columns);
  for (std::size_t i = 0; i < values.size(); ++i) {
    tensor.view().as<std::int8_t>()[i] = static_cast<std::int8_t>(values[i]);
  }
  return tensor;
}

// Codes (1 -2; 3 4; -5 127) with scales 2, 1, 0.5 are (2 -4; 3 4; -2.5 63.5).
// (1 2 3; 4 5 6) times it: (0.5 194.5; 8 385). Its transpose times (1; 2; 3): the same first row.
TEST(Int8Product, ByHandInAllTypes) {
  for (const Dtype dtype : test::floating_dtypes) {
    for (const Dtype out_dtype : test::floating_dtypes) {
      Meters meters;
      const Tensor codes = codes_of(meters, 3, 2, {1, -2, 3, 4, -5, 127});
      const Tensor scales = tensor_of(meters, Dtype::fp32, 1, 3, {2, 1, 0.5F});
      const Tensor x = tensor_of(meters, dtype, 2, 3, {1, 2, 3, 4, 5, 6});
      const auto rounded = [&](std::int64_t rows, std::int64_t columns, const Values& values) {
        return values_of(tensor_of(meters, out_dtype, rows, columns, values));
      };
      Tensor out = tensor_of(meters, out_dtype, 2, 2, {9, 9, 9, 9});
      multiply(meters, out, {x}, {codes, false, scales});
      EXPECT_EQ(values_of(out), rounded(2, 2, {0.5F, 194.5F, 8, 385}));
      EXPECT_EQ(matmul(meters), 2 * 2 * 2 * 3);
      const ConstView column = x.view().row_block(0, 1);
      Tensor tall = tensor_of(meters, out_dtype, 2, 1, {1, 1});
      multiply(meters, tall, transposed(codes, scales), transposed(column), Into::add);
      EXPECT_EQ(values_of(tall), rounded(2, 1, {1.5F, 195.5F}));
    }
  }
}

/// Whole numbers from -bound to bound, in an order without a pattern.
std::vector<std::int64_t> whole_numbers(std::int64_t count, std::int64_t bound,
                                        std::uint64_t seed) {
  std::vector<std::int64_t> values;
  for (const float normal : test::normals(count, seed)) {
    values.push_back(static_cast<std::int64_t>(normal * 1000.0F) % (bound + 1));
  }
  return values;
}

struct Quantised {
  Tensor codes;
  Tensor scales;
  Tensor decoded;
};

/// rows x columns codes with scales 1, 1/2, 1/4 and 1/8.
Quantised quantised(Meters& meters, std::int64_t rows, std::int64_t columns) {
  const std::vector<std::int64_t> codes = whole_numbers(rows * columns, 127, 1);
  Values scales;
  for (std::int64_t row = 0; row < rows; ++row)
    scales.push_back(1.0F / static_cast<float>(1 << row % 4));
  Values decoded;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    decoded.push_back(static_cast<float>(codes[i]) * scales[i / static_cast<std::size_t>(columns)]);
  }
  return {codes_of(meters, rows, columns, codes), tensor_of(meters, Dtype::fp32, 1, rows, scales),
          tensor_of(meters, Dtype::fp32, rows, columns, decoded)};
}

Tensor small_numbers(Meters& meters, std::int64_t rows, std::int64_t columns) {
  Values values;
  for (const std::int64_t value : whole_numbers(rows * columns, 4, 2)) {
    values.push_back(static_cast<float>(value));
  }
  return tensor_of(meters, Dtype::fp32, rows, columns, values);
}

// Every product is a multiple of 1/8 and every sum below 2^20, so any order gives the exact sum:
// tiles and panels of 256 must find the scales of their rows. The weights are used as they stand
// and transposed, from the left and from the right, whole and as blocks.
TEST(Int8Product, IsTheProductOfTheDecodedMatrix) {
  Meters meters;
  const Quantised w = quantised(meters, 530, 300);
  const Tensor wide = small_numbers(meters, 270, 530);
  const Tensor narrow = small_numbers(meters, 270, 300);
  const auto expect_same = [&](const Operand& left, const Operand& right, const Operand& known_left,
                               const Operand& known_right) {
    Tensor out(meters, {}, Dtype::fp32, left.rows(), right.columns());
    Tensor known(meters, {}, Dtype::fp32, left.rows(), right.columns());
    multiply(meters, out, left, right);
    multiply(meters, known, known_left, known_right);
    EXPECT_EQ(values_of(out), values_of(known));
  };
  const Operand coded = {w.codes, false, w.scales};
  const Operand turned = transposed(w.codes, w.scales);
  expect_same({wide}, coded, {wide}, {w.decoded});
  expect_same({narrow}, turned, {narrow}, transposed(w.decoded));
  expect_same(coded, transposed(narrow), {w.decoded}, transposed(narrow));
  expect_same(turned, transposed(wide), transposed(w.decoded), transposed(wide));
  expect_same({narrow}, columns_of(turned, 257, 100), {narrow},
              columns_of(transposed(w.decoded), 257, 100));
  expect_same({wide.view().column_block(3, 500)}, columns_of(rows_of(coded, 3, 500), 7, 290),
              {wide.view().column_block(3, 500)}, columns_of(rows_of({w.decoded}, 3, 500), 7, 290));
}

TEST(Int8Product, RefusesWhatDoesNotFit) {
  Meters meters;
  const Tensor codes = codes_of(meters, 2, 2, {1, 2, 3, 4});
  const Tensor scales = tensor_of(meters, Dtype::fp32, 1, 2, {1, 1});
  const Tensor half_scales = tensor_of(meters, Dtype::fp16, 1, 2, {1, 1});
  const Tensor x = tensor_of(meters, Dtype::fp32, 2, 2, {1, 2, 3, 4});
  Tensor out(meters, {}, Dtype::fp32, 2, 2);
  EXPECT_THROW(multiply(meters, out, {x}, {codes}), Error) << "no scales";
  EXPECT_THROW(multiply(meters, out, {x}, {codes, false, scales.view().column_block(0, 1)}), Error);
  EXPECT_THROW(multiply(meters, out, {x}, {codes, false, half_scales}), Error);
  EXPECT_THROW(multiply(meters, out, {x}, {x, false, scales}), Error) << "scales of fp32";
  Tensor codes_out(meters, {}, Dtype::int8, 2, 2);
  EXPECT_THROW(multiply(meters, codes_out, {x}, {x}), std::invalid_argument);
  EXPECT_THROW(multiply_families(meters, 1, 2, {out.view().row_block(0, 1), 0, 2},
                                 {{x.view().row_block(0, 1)}, 0, 2}, {{codes, false, scales}}),
               Error);
  EXPECT_EQ(matmul(meters), 0);
}

}  // namespace
}  // namespace sim
