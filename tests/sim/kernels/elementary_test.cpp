#include "sim/kernels/detail/elementary.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace sim::kernels {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// The distance of `value` from `exact` in units of the last place of a normal float.
double units(float value, double exact) {
  return std::fabs(value - exact) / std::ldexp(1.0, std::ilogb(exact) - 23);
}

// Every 10007th float: 430,000 arguments.
template <class Body>
void for_many_floats(const Body& body) {
  for (std::uint64_t word = 0; word <= 0xffffffffU; word += 10007) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(word));
    if (!std::isnan(x)) body(x);
  }
}

TEST(Exponential, IsWithinOneUnitOfTheLastPlace) {
  for_many_floats([](float x) {
    const double exact = std::exp(static_cast<double>(x));
    const float value = exponential(x);
    if (exact > std::numeric_limits<float>::max()) {
      ASSERT_TRUE(value > 3.4e38F) << x;
    } else if (exact < std::numeric_limits<float>::min()) {
      ASSERT_NEAR(value, exact, 0x1p-148) << x;  // two subnormal units
    } else {
      ASSERT_LE(units(value, exact), 1.0) << x;
    }
  });
}

TEST(Exponential, Edges) {
  EXPECT_EQ(exponential(0.0F), 1.0F);
  EXPECT_EQ(exponential(infinity), infinity);
  EXPECT_EQ(exponential(-infinity), 0.0F);
  EXPECT_EQ(exponential(89.0F), infinity);
  EXPECT_EQ(exponential(-104.0F), 0.0F);
  EXPECT_TRUE(std::isnan(exponential(std::numeric_limits<float>::quiet_NaN())));
}

TEST(HyperbolicTangent, IsWithinTwoUnitsOfTheLastPlace) {
  for_many_floats([](float x) {
    const double exact = std::tanh(static_cast<double>(x));
    if (std::fabs(exact) < std::numeric_limits<float>::min()) return;
    ASSERT_LE(units(hyperbolic_tangent(x), exact), 2.0) << x;
  });
}

TEST(HyperbolicTangent, Edges) {
  EXPECT_EQ(hyperbolic_tangent(0.0F), 0.0F);
  EXPECT_EQ(hyperbolic_tangent(infinity), 1.0F);
  EXPECT_EQ(hyperbolic_tangent(-infinity), -1.0F);
  EXPECT_EQ(hyperbolic_tangent(-20.0F), -1.0F);
  EXPECT_TRUE(std::isnan(hyperbolic_tangent(std::numeric_limits<float>::quiet_NaN())));
}

TEST(ErrorFunction, IsWithinTwoUnitsOfTheLastPlace) {
  for_many_floats([](float x) {
    const double exact = std::erf(static_cast<double>(x));
    if (std::fabs(exact) < std::numeric_limits<float>::min()) return;
    ASSERT_LE(units(error_function(x), exact), 2.0) << x;
  });
}

TEST(ErrorFunction, Edges) {
  EXPECT_EQ(error_function(0.0F), 0.0F);
  EXPECT_EQ(error_function(infinity), 1.0F);
  EXPECT_EQ(error_function(-infinity), -1.0F);
  EXPECT_EQ(error_function(-4.0F), -1.0F);
  EXPECT_EQ(error_function(20.0F), 1.0F);
  EXPECT_TRUE(std::isnan(error_function(std::numeric_limits<float>::quiet_NaN())));
}

}  // namespace
}  // namespace sim::kernels
