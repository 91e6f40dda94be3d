#include "sim/kernels/quantise.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

/// The codes row by row.
Values codes_of(ConstView codes) {
  Values values;
  for (std::int64_t row = 0; row < codes.rows; ++row) {
    const auto* const of_row = codes.row_block(row, 1).as<std::int8_t>();
    for (std::int64_t i = 0; i < codes.columns; ++i) values.push_back(of_row[i]);
  }
  return values;
}

// Row 0: scale 127/127 = 1, halves go to the even neighbour. Row 1: scale 254/127 = 2, so that 63
// is 31.5, between 31 and 32. Row 2: nothing to scale.
TEST(QuantiseRows, ByHand) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    const Tensor x = tensor_of(
        meters, dtype, 3, 5, {127, 0.5F, 1.5F, -2.5F, -3.75F, 10, -254, 63, -65, 0, 0, 0, 0, 0, 0});
    Tensor codes(meters, {}, Dtype::int8, 3, 5);
    Tensor scales(meters, {}, Dtype::fp32, 1, 3);
    quantise_rows(x, codes, scales);
    EXPECT_EQ(values_of(scales), (Values{1, 2, 0}));
    EXPECT_EQ(codes_of(codes.view()),
              (Values{127, 0, 2, -2, -4, 5, -127, 32, -32, 0, 0, 0, 0, 0, 0}));
  }
}

TEST(QuantiseRows, KeepsStrides) {
  Meters meters;
  const Tensor x = tensor_of(meters, Dtype::fp32, 2, 3, {900, 127, 1, 900, 254, 8});
  Tensor codes(meters, {}, Dtype::int8, 2, 4);
  set_zero(codes);
  Tensor scales(meters, {}, Dtype::fp32, 1, 2);
  quantise_rows(x.view().column_block(1, 2), codes.view().column_block(2, 2), scales);
  EXPECT_EQ(codes_of(codes.view()), (Values{0, 0, 127, 1, 0, 0, 127, 4}));
  EXPECT_EQ(values_of(scales), (Values{1, 2}));
}

// Half a step of max|x| / 127, but for the rounding of scale and quotient.
TEST(QuantiseRows, ErrsByHalfAStep) {
  Meters meters;
  const Tensor x = test::random_tensor(meters, Dtype::fp32, 40, 300, 1);
  Tensor codes(meters, {}, Dtype::int8, 40, 300);
  Tensor scales(meters, {}, Dtype::fp32, 1, 40);
  quantise_rows(x, codes, scales);
  const Values exact = values_of(x);
  const Values stored = codes_of(codes.view());
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double scale = values_of(scales)[i / 300];
    EXPECT_NEAR(stored[i] * scale, exact[i], scale * (0.5 + 1e-4));
  }
  EXPECT_EQ(*std::max_element(stored.begin(), stored.end()), 127.0F);
}

// 136 units of 2^-149 over 127 is one unit: the quotient would be 136.
TEST(QuantiseRows, SubnormalScalesDoNotOverflow) {
  Meters meters;
  const Tensor x =
      tensor_of(meters, Dtype::fp32, 2, 2, {136 * 0x1p-149F, -136 * 0x1p-149F, 0x1p-149F, 0});
  Tensor codes(meters, {}, Dtype::int8, 2, 2);
  Tensor scales(meters, {}, Dtype::fp32, 1, 2);
  quantise_rows(x, codes, scales);
  EXPECT_EQ(codes_of(codes.view()), (Values{127, -127, 0, 0}));
}

TEST(QuantiseRows, RefusesWhatHasNoScale) {
  Meters meters;
  Tensor codes(meters, {}, Dtype::int8, 2, 3);
  Tensor scales(meters, {}, Dtype::fp32, 1, 2);
  for (const float bad : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
    for (std::size_t at = 0; at < 6; ++at) {
      Values values = {1, 2, 3, 4, 5, 6};
      values[at] = bad;
      EXPECT_THROW(quantise_rows(tensor_of(meters, Dtype::fp32, 2, 3, values), codes, scales),
                   Error);
    }
  }
  const Tensor x = tensor_of(meters, Dtype::fp32, 2, 3, {1, 2, 3, 4, 5, 6});
  Tensor bytes(meters, {}, Dtype::uint8, 2, 3);
  Tensor three(meters, {}, Dtype::fp32, 1, 3);
  EXPECT_THROW(quantise_rows(x, bytes, scales), Error);
  EXPECT_THROW(quantise_rows(x, codes, three), Error);
}

}  // namespace
}  // namespace sim
