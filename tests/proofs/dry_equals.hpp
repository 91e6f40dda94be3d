#pragma once

#include <string>

#include <gtest/gtest.h>

#include "scenarios/commands/dry_run.hpp"
#include "tests/support/measurement_differences.hpp"

namespace test {

/// Every rank's measurement of a real run, integer for integer, is what a shape-only run of the
/// plan says of it. Nothing to compare where no step was applied.
inline void expect_dry_equals(const scenarios::RunResult& real, const parallel::Plan& plan,
                              const std::string& where) {
  if (real.ranks.empty()) return;
  const scenarios::RunResult dry = scenarios::dry_result(plan);
  EXPECT_EQ(dry.parameters, real.parameters) << where;
  ASSERT_EQ(dry.ranks.size(), real.ranks.size()) << where;
  for (std::size_t i = 0; i < real.ranks.size(); ++i) {
    EXPECT_EQ(test_support::differences(dry.ranks[i], real.ranks[i]), "") << where << " rank " << i;
  }
}

}  // namespace test
