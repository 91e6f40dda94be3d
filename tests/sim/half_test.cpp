#include "sim/half.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

#include "sim/dtype.hpp"

namespace sim {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

template <class Half>
Half from_bits(std::uint32_t bits) {
  Half half;
  half.bits = static_cast<std::uint16_t>(bits);
  return half;
}

/// The value of a non-negative 16-bit pattern by the definition of the format, in double.
double value_of(std::uint32_t bits, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const auto fraction =
      static_cast<double>(bits & ((1U << static_cast<unsigned>(fraction_bits)) - 1));
  const int exponent = static_cast<int>(bits >> static_cast<unsigned>(fraction_bits));
  const double digits = std::ldexp(fraction, -fraction_bits);
  return exponent == 0 ? std::ldexp(digits, 1 - bias) : std::ldexp(1.0 + digits, exponent - bias);
}

/// Every finite value reads as its definition says and is stored as itself; between two neighbours
/// the middle goes to the even one and the floats beside the middle to the nearer one. As rounding
/// is monotonic, this fixes the result for every float.
template <class Half>
void expect_rounding_to_nearest_even(int exponent_bits, int fraction_bits) {
  const std::uint32_t infinity_bits = ((1U << static_cast<unsigned>(exponent_bits)) - 1)
                                      << static_cast<unsigned>(fraction_bits);
  for (std::uint32_t bits = 0; bits < infinity_bits; ++bits) {
    const double value = value_of(bits, exponent_bits, fraction_bits);
    const double next = value_of(bits + 1, exponent_bits, fraction_bits);
    ASSERT_EQ(static_cast<float>(from_bits<Half>(bits)), value) << bits;
    ASSERT_EQ(static_cast<float>(from_bits<Half>(bits | 0x8000U)), -value) << bits;
    const auto middle = static_cast<float>((value + next) / 2);
    const std::uint32_t even = bits % 2 == 0 ? bits : bits + 1;
    ASSERT_EQ(Half(static_cast<float>(value)).bits, bits);
    ASSERT_EQ(Half(middle).bits, even) << bits;
    ASSERT_EQ(Half(-middle).bits, even | 0x8000U) << bits;
    ASSERT_EQ(Half(std::nextafter(middle, 0.0F)).bits, bits) << bits;
    ASSERT_EQ(Half(std::nextafter(middle, infinity)).bits, bits + 1) << bits;
  }
}

TEST(Half, Fp16RoundsToNearestEven) {
  expect_rounding_to_nearest_even<Fp16>(5, 10);
}

TEST(Half, Bf16RoundsToNearestEven) {
  expect_rounding_to_nearest_even<Bf16>(8, 7);
}

TEST(Half, Fp16Edges) {
  EXPECT_EQ(Fp16(65504.0F).bits, 0x7bff) << "the largest";
  EXPECT_EQ(Fp16(65519.99F).bits, 0x7bff);
  EXPECT_EQ(Fp16(65520.0F).bits, 0x7c00) << "half a unit beyond the largest";
  EXPECT_EQ(Fp16(std::numeric_limits<float>::max()).bits, 0x7c00);
  EXPECT_EQ(Fp16(0x1p-24F).bits, 0x0001) << "the smallest subnormal";
  EXPECT_EQ(Fp16(0x1p-25F).bits, 0x0000) << "a tie with zero";
  EXPECT_EQ(Fp16(0x1p-14F).bits, 0x0400) << "the smallest normal";
  EXPECT_EQ(Fp16(-0.0F).bits, 0x8000);
}

template <class Half>
void expect_infinity_and_nan(std::uint32_t infinity_bits) {
  EXPECT_EQ(Half(infinity).bits, infinity_bits);
  EXPECT_EQ(Half(-infinity).bits, infinity_bits | 0x8000U);
  EXPECT_EQ(static_cast<float>(from_bits<Half>(infinity_bits | 0x8000U)), -infinity);
  // A NaN whose payload sits in the low bits only must not become an infinity.
  for (const std::uint32_t word : {0x7fc00000U, 0x7f800001U, 0xff800001U, 0x7fffffffU}) {
    const Half half(std::bit_cast<float>(word));
    EXPECT_GT(half.bits & 0x7fffU, infinity_bits) << word;
    EXPECT_TRUE(std::isnan(static_cast<float>(half))) << word;
  }
}

TEST(Half, InfinityAndNan) {
  expect_infinity_and_nan<Fp16>(0x7c00);
  expect_infinity_and_nan<Bf16>(0x7f80);
}

TEST(Half, IntegersAreNoFloatingDtypes) {
  EXPECT_THROW(visit_floating(Dtype::int64, [](auto) {}), std::invalid_argument);
  EXPECT_THROW(visit_floating(Dtype::uint8, [](auto) {}), std::invalid_argument);
  EXPECT_THROW(visit_floating(Dtype::int8, [](auto) {}), std::invalid_argument);
}

}  // namespace
}  // namespace sim
