#include "scenarios/commands/warnings.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace scenarios {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Warning, TellsOfStepsThatWereAllSkipped) {
  RunResult run;
  run.loss = {4.0, 4.0};
  run.grad_norm = {{}, {}};
  run.skipped_steps = 2;
  EXPECT_EQ(warning_of(run), "all 2 steps were skipped by the loss scale, so nothing is judged");
  run.skipped_steps = 1;
  EXPECT_EQ(warning_of(run), "");
}

TEST(Warning, TellsTheFirstStepWithoutAFiniteNumber) {
  RunResult run;
  run.loss = {4.0, -nan, infinity};
  run.grad_norm = {1.0, 1.0, 1.0};
  EXPECT_EQ(warning_of(run), "the loss of step 2 is nan");
  run.loss = {4.0, 3.0, 2.0};
  run.grad_norm = {1.0, {}, infinity};
  EXPECT_EQ(warning_of(run), "the gradient norm of step 3 is inf");
}

TEST(Warning, IsSilentOtherwise) {
  RunResult run;
  run.loss = {4.0, 3.0};
  run.grad_norm = {1.0, {}};
  run.skipped_steps = 1;
  EXPECT_EQ(warning_of(run), "");
  EXPECT_EQ(warning_of({}), "");  // an inference has no loss
}

}  // namespace
}  // namespace scenarios
