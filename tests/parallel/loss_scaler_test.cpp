// The loss scale step by step: rows of (overflow, scale afterwards), worked out by hand.

#include "parallel/loss_scaler.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using parallel::LossScalePlan;
using parallel::LossScaler;

/// The scale after each step of `text`: 'x' is a step that overflowed, '.' one that did not.
std::vector<double> scales(const LossScalePlan& plan, const std::string& text) {
  LossScaler scaler(true, plan);
  std::vector<double> after;
  for (const char step : text) {
    scaler.update(step == 'x');
    after.push_back(scaler.scale());
  }
  return after;
}

using Scales = std::vector<double>;

// C71: initial scale 8, hysteresis 1, one overflow: 4.
TEST(LossScaler, HalvesOnEachOverflowDownToTheMinimum) {
  const LossScalePlan plan{.initial = 8, .window = 1000, .hysteresis = 1, .minimum = 1};
  EXPECT_EQ(scales(plan, "xxxx"), (Scales{4, 2, 1, 1}));
}

TEST(LossScaler, HysteresisForgivesTheFirstOverflows) {
  const LossScalePlan plan{.initial = 16, .window = 1000, .hysteresis = 2, .minimum = 1};
  EXPECT_EQ(scales(plan, "x.xx"), (Scales{16, 16, 8, 4}));
}

// Window 3: doubled after the third step in a row without overflow, counted anew from each one.
TEST(LossScaler, DoublesAfterAWindowWithoutOverflow) {
  const LossScalePlan plan{.initial = 8, .window = 3, .hysteresis = 1, .minimum = 1};
  EXPECT_EQ(scales(plan, "......"), (Scales{8, 8, 16, 16, 16, 32}));
  EXPECT_EQ(scales(plan, ".x..."), (Scales{8, 4, 4, 4, 8}));
}

TEST(LossScaler, DoublingRestoresTheHysteresis) {
  const LossScalePlan plan{.initial = 8, .window = 2, .hysteresis = 2, .minimum = 1};
  EXPECT_EQ(scales(plan, "x..x"), (Scales{8, 8, 16, 16}));
}

TEST(LossScaler, IsOneWhereThereIsNone) {
  LossScaler scaler(false, {.initial = 8, .window = 1, .hysteresis = 1, .minimum = 1});
  EXPECT_EQ(scaler.scale(), 1);
  scaler.update(true);
  scaler.update(false);
  EXPECT_EQ(scaler.scale(), 1);
}

}  // namespace
