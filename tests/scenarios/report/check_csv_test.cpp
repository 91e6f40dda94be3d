#include "scenarios/report/check_csv.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "tests/scenarios/report/reports.hpp"

namespace scenarios {
namespace {

TEST(CheckCsv, HasARowACheckWithoutCommasInFields) {
  std::ostringstream text;
  CheckCsv(text).add(hand_made_report());
  EXPECT_EQ(text.str(),
            "scenario,dp,tp,pp,pack,formula,quantity,scope,rank,estimate,measured,difference,ratio,"
            "verdict,expected,as_expected,because\r\n"
            "two; 'quoted',2,1,1,transformer-math-101,seed.w.16,memory.weights.kept,sum,,420608,"
            "420608,0,1,exact,exact,true,\r\n"
            "two; 'quoted',2,1,1,transformer-math-101,seed.3d.grad,memory.gradients.kept,rank,1,"
            "420608,210304,210304,2,off,within,false,because; as one 'says'\r\n"
            "two; 'quoted',2,1,1,transformer-math-101,seed.z3,memory.weights.kept,sum,,420608,"
            ",,,outside,outside,true,\r\n");
}

// Beyond 2^53 a double has no room for the last digits.
TEST(CheckCsv, KeepsLargeIntegersExact) {
  RunReport report = hand_made_report();
  report.checks.resize(1);
  report.checks[0].measured = Measured{.sum = (std::int64_t{1} << 53) + 1};
  std::ostringstream text;
  CheckCsv(text).add(report);
  EXPECT_NE(text.str().find(",9007199254740993,"), std::string::npos) << text.str();
}

}  // namespace
}  // namespace scenarios
