#include "scenarios/report/worst.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/scenarios/report/reports.hpp"

namespace scenarios {
namespace {

Check check_of(Verdict verdict, double estimate, bool as_expected) {
  Check check;
  check.formula = "x";
  check.estimate = estimate;
  check.measured = Measured{.sum = 100};
  check.verdict = verdict;
  check.as_expected = as_expected;
  return check;
}

TEST(Worst, PutsFirstWhatShouldBeSeenFirst) {
  const Check order[] = {check_of(Verdict::exact, 100, false), check_of(Verdict::off, 1000, true),
                         check_of(Verdict::off, 20, true),     check_of(Verdict::off, 200, true),
                         check_of(Verdict::within, 150, true), check_of(Verdict::bound, 150, true),
                         check_of(Verdict::exact, 100, true),  check_of(Verdict::outside, 7, true)};
  for (std::size_t i = 0; i + 1 < std::size(order); ++i) {
    EXPECT_TRUE(is_worse(order[i], order[i + 1])) << i;
    EXPECT_FALSE(is_worse(order[i + 1], order[i])) << i;
  }
}

TEST(Worst, TakesNothingForTheFarthest) {
  EXPECT_TRUE(is_worse(check_of(Verdict::off, 0, true), check_of(Verdict::off, 1000, true)));
  Check nothing = check_of(Verdict::exact, 0, true);
  nothing.measured = Measured{};
  EXPECT_FALSE(is_worse(nothing, check_of(Verdict::exact, 100, true)));
}

TEST(Worst, ShowsOneRankAFormula) {
  std::vector<Check> checks;
  for (const auto& [formula, estimate] :
       {std::pair{"x", 101.0}, {"x", 150.0}, {"y", 100.0}, {"x", 120.0}}) {
    checks.push_back(
        check_of(estimate == 100.0 ? Verdict::exact : Verdict::within, estimate, true));
    checks.back().formula = formula;
  }
  const auto worst = worst_of_each_formula(checks);
  ASSERT_EQ(worst.size(), 2U);
  EXPECT_EQ(worst[0].formula, "x");
  EXPECT_EQ(worst[0].estimate, 150);
  EXPECT_EQ(worst[1].formula, "y");
}

}  // namespace
}  // namespace scenarios
