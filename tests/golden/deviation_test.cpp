#include "tests/golden/deviation.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace test {
namespace {

// errors 0 1 0 2, expected 3 -4 0 12: 2/12 and sqrt(5/169).
TEST(Deviation, IsRelativeToTheLargestElementAndToTheNorm) {
  const Deviation of = deviation({3, -3, 0, 10}, {3, -4, 0, 12});
  EXPECT_DOUBLE_EQ(of.normwise, 2.0 / 12);
  EXPECT_DOUBLE_EQ(of.l2, std::sqrt(5.0 / 169));
  EXPECT_EQ(of.exempt, 0);
}

// Weights that did not move are off by the whole update.
TEST(Deviation, IsMeasuredFromTheOrigin) {
  const Deviation of = deviation({1, 1}, {1.5, 0.75}, {1, 1});
  EXPECT_DOUBLE_EQ(of.normwise, 1);
  EXPECT_DOUBLE_EQ(of.l2, 1);
  EXPECT_DOUBLE_EQ(of.error, 0.5);
  EXPECT_DOUBLE_EQ(of.size, 0.5);
}

// The second element, off by 5, does not count.
TEST(Deviation, SetsExemptElementsApart) {
  const Deviation of = deviation({1, 9}, {2, 4}, {}, {true, false});
  EXPECT_DOUBLE_EQ(of.normwise, 0.5);
  EXPECT_DOUBLE_EQ(of.exempt, 5);
}

}  // namespace
}  // namespace test
