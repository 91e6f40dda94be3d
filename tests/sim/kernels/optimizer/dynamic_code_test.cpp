#include "sim/kernels/detail/dynamic_code.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/kernels/values.hpp"

namespace sim::kernels {
namespace {

TEST(DynamicCode, HasTwoHundredAndFiftySixDifferentValues) {
  for (const DynamicCode& code : {signed_code, unsigned_code}) {
    for (std::size_t i = 1; i < 256; ++i) EXPECT_LT(code.values[i - 1], code.values[i]) << i;
  }
}

// The middles of equal parts: of 0.1 ... 1 in 64 the outermost are 0.1 + 0.9/128 and 1 - 0.9/128,
// of 1e-7 ... 1e-6 in one 5.5e-7. 127 negative values, zero, 127 positive ones, one.
TEST(DynamicCode, SignedValues) {
  const auto& values = signed_code.values;
  EXPECT_FLOAT_EQ(values[0], -0.99296875F);
  EXPECT_FLOAT_EQ(values[63], -0.10703125F);
  EXPECT_FLOAT_EQ(values[126], -5.5e-7F);
  EXPECT_EQ(values[127], 0.0F);
  EXPECT_FLOAT_EQ(values[128], 5.5e-7F);
  EXPECT_FLOAT_EQ(values[129], 3.25e-6F) << "1e-6 ... 1e-5 in two";
  EXPECT_FLOAT_EQ(values[130], 7.75e-6F);
  EXPECT_FLOAT_EQ(values[254], 0.99296875F);
  EXPECT_EQ(values[255], 1.0F);
}

// Twice as many parts, 2 ... 128: 254 values between zero and one.
TEST(DynamicCode, UnsignedValues) {
  const auto& values = unsigned_code.values;
  EXPECT_EQ(values[0], 0.0F);
  EXPECT_FLOAT_EQ(values[1], 3.25e-7F);
  EXPECT_FLOAT_EQ(values[2], 7.75e-7F);
  EXPECT_FLOAT_EQ(values[127], 0.103515625F) << "0.1 + 0.9/256";
  EXPECT_FLOAT_EQ(values[254], 0.996484375F) << "1 - 0.9/256";
  EXPECT_EQ(values[255], 1.0F);
}

TEST(DynamicCode, EveryValueIsItsOwnNearest) {
  for (const DynamicCode& code : {signed_code, unsigned_code}) {
    for (std::size_t i = 0; i < 256; ++i) EXPECT_EQ(nearest_code(code, code.values[i]), i);
  }
}

/// The smallest distance of x from any value.
double distance(const DynamicCode& code, double x) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const float value : code.values) smallest = std::min(smallest, std::abs(x - value));
  return smallest;
}

// The middles are rounded to fp32: half a unit in the last place of a value below 1.
TEST(DynamicCode, FindsTheNearest) {
  for (const float normal : test::normals(20'000, 1)) {
    const float x = std::clamp(normal * normal * normal * 0.05F, -1.0F, 1.0F);
    const float found = signed_code.values[nearest_code(signed_code, x)];
    EXPECT_LE(std::abs(double{x} - found), distance(signed_code, x) + 0x1p-25) << x;
    const float size = std::abs(x);
    const float unsigned_found = unsigned_code.values[nearest_code(unsigned_code, size)];
    EXPECT_LE(std::abs(double{size} - unsigned_found), distance(unsigned_code, size) + 0x1p-25);
  }
}

TEST(DynamicCode, OfNaNAndInfinityIsSomeCode) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(nearest_code(signed_code, std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(nearest_code(signed_code, infinity), 255);
  EXPECT_EQ(nearest_code(signed_code, -infinity), 0);
}

/// The values after a block's way through 8 bits.
std::vector<float> round_trip(const DynamicCode& code, const std::vector<float>& values) {
  std::vector<std::uint8_t> codes(values.size());
  std::vector<float> after(values.size());
  const auto count = static_cast<std::int64_t>(values.size());
  const float absmax = quantise_block(code, values.data(), count, codes.data());
  dequantise_block(code, codes.data(), absmax, count, after.data());
  return after;
}

// Up to 10^-j of the largest a number lies in a decade of `parts` parts, or between two, and is at
// most half a part off: 0.45 10^-j / parts. Rounding adds 3 u: quotient, middle, product.
TEST(Quantisation, ErrorIsHalfAPartOfTheDecade) {
  const float absmax = 7.0F;
  for (const auto& [code, finest] : {std::pair{signed_code, 64}, {unsigned_code, 128}}) {
    std::vector<float> values = {absmax};
    for (const float normal : test::normals(255, 2)) {
      const float size = std::min(std::abs(normal * normal * normal * normal), 1.0F) * absmax;
      values.push_back(code.values[0] < 0 && normal < 0 ? -size : size);
    }
    const std::vector<float> after = round_trip(code, values);
    EXPECT_EQ(after[0], absmax) << "the largest is exact";
    for (std::size_t i = 0; i < values.size(); ++i) {
      double decade = 1.0;
      double parts = finest;
      while (decade > 1e-6 && std::abs(values[i]) < 0.1 * decade * absmax) {
        decade /= 10;
        parts /= 2;
      }
      EXPECT_LE(std::abs(after[i] - values[i]), absmax * (decade * 0.45 / parts + 3 * 0x1p-24))
          << values[i];
    }
  }
}

TEST(Quantisation, KeepsZerosAndNeverChangesASign) {
  EXPECT_EQ(round_trip(signed_code, {0, 0, 0}), (std::vector<float>{0, 0, 0}));
  const std::vector<float> values = test::normals(256, 3);
  const std::vector<float> after = round_trip(signed_code, values);
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_GE(values[i] * after[i], 0.0F);
}

// Bytes of zero are what a new buffer holds: with a scale of zero they are zeros in both maps.
TEST(Quantisation, ZeroedBuffersAreZeros) {
  const std::vector<std::uint8_t> codes(3, 0);
  for (const DynamicCode& code : {signed_code, unsigned_code}) {
    std::vector<float> values(3, 5.0F);
    dequantise_block(code, codes.data(), 0.0F, 3, values.data());
    EXPECT_EQ(values, (std::vector<float>{0, 0, 0}));
  }
}

}  // namespace
}  // namespace sim::kernels
