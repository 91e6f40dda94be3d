#include <gtest/gtest.h>

#include "scenarios/judge/check.hpp"
#include "tests/scenarios/judge/two_ranks.hpp"

namespace scenarios {
namespace {

TEST(JudgingFaults, CollectsNamesIdsAndExpressions) {
  const Catalogue catalogue = catalogue_of("2*hiden_size", "    agreement: exact\n");
  Scenario scenario = two_ranks();
  scenario.expectations["y"] = {{"", "exact", ""}};
  scenario.expectations["x"] = {{"tp_rnk == 0", "exact", ""}};
  const auto faults = judging_faults(catalogue, scenario);
  ASSERT_EQ(faults.size(), 3U);
  EXPECT_NE(faults[0].text().find("one.yaml:8: 'hiden_size'"), std::string::npos);
  EXPECT_EQ(faults[1].text(), "two.yaml: check.expect.y: is no formula of this scenario's packs");
  EXPECT_NE(faults[2].text().find("two.yaml: 'tp_rnk'"), std::string::npos);
  scenario.expectation_lines["y"] = 7;
  EXPECT_EQ(judging_faults(catalogue, scenario)[1].where, "two.yaml:7");
  scenario.expectations["x"] = {{"tp_rank ==", "exact", ""}};
  EXPECT_NE(judging_faults(catalogue, scenario)[2].text().find("check.expect.x: expression"),
            std::string::npos);
}

// What is expected of all ranks together cannot depend on one of them.
TEST(JudgingFaults, KnowTheScopeOfAFormula) {
  const std::string text =
      "pack: one\nsource: none\nformulas:\n"
      "  - {id: x, quantity: parameters, scope: sum, source: none, expression: 201,"
      " agreement: exact}\n";
  const Catalogue catalogue = catalogue_of(text);
  Scenario scenario = two_ranks();
  scenario.expectations["x"] = {{"dp_rank == 1", "off", ""}};
  const auto faults = judging_faults(catalogue, scenario);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].text(),
            "two.yaml: check.expect.x: 'dp_rank == 1' differs between ranks, and the formula is of "
            "scope sum");
}

}  // namespace
}  // namespace scenarios
