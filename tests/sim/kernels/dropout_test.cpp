#include "sim/kernels/dropout.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim {
namespace {

using test::tensor_of;
using test::values_of;
using Values = std::vector<float>;

std::vector<std::uint8_t> bytes_in(ConstView mask) {
  std::vector<std::uint8_t> bytes;
  for (std::int64_t row = 0; row < mask.rows; ++row) {
    const auto* const first = mask.row_block(row, 1).as<std::uint8_t>();
    bytes.insert(bytes.end(), first, first + mask.columns);
  }
  return bytes;
}

TEST(MaskIndex, FollowsGroupsOfRows) {
  const MaskIndex index = {.base = 1000, .group = 3, .outer_stride = 100, .inner_stride = 10};
  EXPECT_EQ(index.row_start(0), 1000);
  EXPECT_EQ(index.row_start(2), 1020);
  EXPECT_EQ(index.row_start(3), 1100);
  EXPECT_EQ(index.row_start(7), 1210);
}

// Rows begin at indices that no block of four words is aligned to, long rows pass the 2048 words
// that are drawn at once and the 8192 elements of a piece.
TEST(DrawMask, ElementIsKeptByItsGlobalIndex) {
  for (const std::int64_t columns : {1, 2, 3, 5, 64, 2047, 2050, 9001}) {
    Meters meters;
    Tensor mask(meters, {}, Dtype::uint8, 4, columns);
    const DropoutSite site = {
        0.3,
        RandomStream(11, "site"),
        {.base = 7, .group = 2, .outer_stride = 50001, .inner_stride = 10003}};
    draw_mask(site, mask);
    const std::vector<std::uint8_t> bytes = bytes_in(mask);
    for (std::int64_t i = 0; i < mask.rows() * columns; ++i) {
      const std::int64_t index = site.index.row_start(i / columns) + i % columns;
      const bool is_kept = site.stream.word(index) >= std::llround(0.3 * 0x1p32);
      ASSERT_EQ(bytes[static_cast<std::size_t>(i)], is_kept ? 1 : 0) << columns << " " << i;
    }
  }
}

TEST(DrawMask, ABlockOfTheMaskIsTheSame) {
  Meters meters;
  Tensor whole(meters, {}, Dtype::uint8, 6, 40);
  Tensor part(meters, {}, Dtype::uint8, 2, 13);
  const RandomStream stream(3, "x");
  draw_mask({0.5, stream, {.outer_stride = 40}}, whole);
  draw_mask({0.5, stream, {.base = 3 * 40 + 9, .outer_stride = 40}}, part);
  EXPECT_EQ(bytes_in(part), bytes_in(whole.view().block(3, 2, 9, 13)));
}

// 100,000 draws of p = 0.1: standard error 0.00095, five are allowed.
TEST(DrawMask, DropsTheGivenShare) {
  Meters meters;
  Tensor mask(meters, {}, Dtype::uint8, 1, 100000);
  draw_mask({0.1, RandomStream(5, "x"), {}}, mask);
  std::int64_t kept = 0;
  for (const std::uint8_t byte : bytes_in(mask)) kept += byte;
  EXPECT_NEAR(static_cast<double>(kept) / 100000, 0.9, 0.0048);
  draw_mask({0.0, RandomStream(5, "x"), {}}, mask);
  for (const std::uint8_t byte : bytes_in(mask)) ASSERT_EQ(byte, 1);
}

// p = 0.75: what is kept is multiplied by 4.
TEST(ApplyMask, ScalesWhatIsKept) {
  for (const Dtype dtype : test::floating_dtypes) {
    Meters meters;
    Tensor x = tensor_of(meters, dtype, 1, 4, {1, 2, 3, 4});
    apply_mask(meters, x, test::mask_of(meters, 1, 4, {0, 1, 1, 0}), 0.75, x);
    EXPECT_EQ(values_of(x), (Values{0, 8, 12, 0}));
    EXPECT_EQ(test::elementwise(meters), 8);
  }
}

struct Case {
  bool has_bias, has_mask, has_residual;
  Values expected;
  std::int64_t flops;
};

// x = 1 2, bias = 10 20, mask = 1 0 with p = 0.5 (so 2x or 0), residual = 100 200.
TEST(BiasDropoutAdd, AllThatMayBeGiven) {
  const std::vector<Case> cases = {
      {false, false, false, {1, 2}, 0},    {true, false, false, {11, 22}, 2},
      {false, true, false, {2, 0}, 4},     {true, true, false, {22, 0}, 6},
      {false, false, true, {101, 202}, 2}, {true, false, true, {111, 222}, 4},
      {false, true, true, {102, 200}, 6},  {true, true, true, {122, 200}, 8}};
  for (const Dtype dtype : test::floating_dtypes) {
    for (const Case& one : cases) {
      Meters meters;
      const Tensor bias = one.has_bias ? tensor_of(meters, dtype, 1, 2, {10, 20}) : Tensor();
      const Tensor mask = one.has_mask ? test::mask_of(meters, 1, 2, {1, 0}) : Tensor();
      const Tensor residual =
          one.has_residual ? tensor_of(meters, dtype, 1, 2, {100, 200}) : Tensor();
      Tensor out = tensor_of(meters, dtype, 1, 2, {1, 2});
      bias_dropout_add(meters, out, bias, mask, 0.5, residual, out);
      EXPECT_EQ(values_of(out), one.expected) << one.has_bias << one.has_mask << one.has_residual;
      EXPECT_EQ(test::elementwise(meters), one.flops);
    }
  }
}

TEST(BiasDropoutAdd, RoundsOnce) {
  // In bf16 256 + 1 rounds to 256 at each of two additions; 256 + 1 + 1 in fp32 is 258, a bf16.
  Meters meters;
  Tensor x = tensor_of(meters, Dtype::bf16, 1, 1, {1});
  const Tensor one = tensor_of(meters, Dtype::bf16, 1, 1, {1});
  const Tensor residual = tensor_of(meters, Dtype::bf16, 1, 1, {256});
  bias_dropout_add(meters, x, one, {}, 0.0, residual, x);
  EXPECT_EQ(values_of(x), Values{258});
}

TEST(Dropout, RefusesWhatHasNoMeaning) {
  Meters meters;
  Tensor x = tensor_of(meters, Dtype::fp32, 1, 2, {1, 2});
  Tensor mask = test::mask_of(meters, 1, 2, {1, 1});
  Tensor wide = tensor_of(meters, Dtype::fp32, 1, 3, {1, 2, 3});
  EXPECT_THROW(draw_mask({1.0, RandomStream(1, "x"), {}}, mask), Error);
  EXPECT_THROW(draw_mask({-0.1, RandomStream(1, "x"), {}}, mask), Error);
  EXPECT_THROW(draw_mask({0.1, RandomStream(1, "x"), {}}, x), Error);
  EXPECT_THROW(apply_mask(meters, wide, mask, 0.1, wide), Error);
  EXPECT_THROW(bias_dropout_add(meters, x, wide, {}, 0.0, {}, x), Error);
  EXPECT_THROW(bias_dropout_add(meters, x, {}, {}, 0.0, wide, x), Error);
}

}  // namespace
}  // namespace sim
