#include "sim/checked.hpp"

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "sim/meters.hpp"
#include "sim/tensor.hpp"

namespace {

using sim::Checked;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

TEST(Checked, SumsAndProductsAreRightUpToTheLastNumber) {
  EXPECT_EQ((Checked(most - 7) + 7).value(), most);
  EXPECT_EQ((Checked(std::int64_t{1} << 31) * (std::int64_t{1} << 31)).value(),
            std::int64_t{1} << 62);
  EXPECT_EQ((Checked(7) * 1317624576693539401).value(), most);
}

TEST(Checked, PassingItThrowsWithTheNumbers) {
  EXPECT_THROW(Checked(most) + 1, sim::Overflow);
  EXPECT_THROW(Checked(2) * 3 * (most / 5), sim::Overflow);
  try {
    static_cast<void>(Checked(268435456) * 268435456 * 256);
    FAIL();
  } catch (const sim::Overflow& error) {
    EXPECT_NE(std::string(error.what()).find("72057594037927936 * 256"), std::string::npos);
  }
}

TEST(Checked, CeilDivideKnowsNoLargestDivisor) {
  EXPECT_EQ(sim::ceil_divide(7872, most), 1);
  EXPECT_EQ(sim::ceil_divide(0, most), 0);
  EXPECT_EQ(sim::ceil_divide(most, 2), std::int64_t{1} << 62);
  for (std::int64_t size = 0; size < 40; ++size) {
    for (std::int64_t part = 1; part < 45; ++part) {
      EXPECT_EQ(sim::ceil_divide(size, part), (size + part - 1) / part) << size << " by " << part;
    }
  }
}

TEST(Checked, PartsFollowOneAnother) {
  for (const std::int64_t size : {std::int64_t{0}, std::int64_t{1}, std::int64_t{23}, most}) {
    for (const std::int64_t parts : {1, 2, 7}) {
      std::int64_t next = 0;
      for (std::int64_t i = 0; i < parts; ++i) {
        const sim::Part part = sim::part_of(size, parts, i);
        EXPECT_EQ(part.first, next);
        EXPECT_LE(size / parts, part.count);
        EXPECT_LE(part.count, size / parts + 1);
        next += part.count;
      }
      EXPECT_EQ(next, size);
    }
  }
}

// What is booked and counted never wraps: a tensor, all that is alive, all FLOPs of a step.
TEST(Overflows, MetersRefuseWhatTheyCannotCount) {
  sim::Meters meters(true);
  const auto make = [&meters](std::int64_t rows, std::int64_t columns) {
    return sim::Tensor(meters, {sim::Category::workspace}, sim::Dtype::fp32, rows, columns);
  };
  EXPECT_THROW(make(std::int64_t{1} << 31, std::int64_t{1} << 30), sim::Overflow);
  const sim::Tensor half = make(std::int64_t{1} << 30, std::int64_t{1} << 30);
  EXPECT_THROW(make(std::int64_t{1} << 30, std::int64_t{1} << 30), sim::Overflow);
  meters.flops.enter(sim::Phase::forward);
  meters.flops.add_matmul(most / 2);
  meters.flops.enter(sim::Phase::backward);
  EXPECT_THROW(meters.flops.add_matmul(most / 2 + 2), sim::Overflow);
  meters.flops.add_elementwise(most);
  meters.flops.begin_step();
  meters.flops.add_elementwise(most);
}

}  // namespace
