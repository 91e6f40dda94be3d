// All packs of published formulas, read together, against counted runs of random layouts: every
// verdict is as expected wherever assumptions hold, every formula is judged somewhere and no bound
// is so loose that nothing comes near it.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "scenarios/judge/check.hpp"
#include "scenarios/judge/tightness.hpp"
#include "tests/scenarios/judge/counted_layouts.hpp"
#include "tests/scenarios/judge/counted_run.hpp"
#include "tests/scenarios/judge/published_numbers.hpp"

namespace scenarios {
namespace {

void expect_as_expected(int scenario, const std::vector<Check>& checks) {
  for (const Check& check : checks) {
    EXPECT_TRUE(check.as_expected)
        << "scenario " << scenario << " " << check.formula << " rank " << check.rank.value_or(-1)
        << " " << check.estimate << " of " << check.measured->value() << " "
        << name_of(check.verdict) << " for " << name_of(check.expected) << " bound "
        << check.bound.value_or(-1);
  }
}

TEST(AllPacks, HoldOnRandomLayoutsAndTightly) {
  const Catalogue all = published_catalogue();
  RandomLayouts layouts(2019);
  std::map<std::string, Tightness> known;
  for (int i = 0; i < 2000; ++i) {
    const Scenario scenario = scenario_of(i % 10 == 0 ? layouts.next_inference() : layouts.next());
    const auto checks = judge(all, scenario, CountedRun(scenario).result());
    add_tightness(known, checks);
    expect_as_expected(i, checks);
  }
  for (const auto& [formula, tightness] : known) {
    std::printf("  %-28s largest |difference|/E %.3f\n", formula.c_str(), tightness.largest_share);
    EXPECT_TRUE(tightness.judged) << formula << " is outside everywhere";
    EXPECT_TRUE(!tightness.has_bound || tightness.largest_share > 0.1)
        << formula << " is too loose";
  }
}

// Every formula of the sources, half as large again, is found out by some layout; an upper bound,
// which more does not break, a thousandth as large.
TEST(AllPacks, AreFoundOutWhenMutated) {
  std::vector<Pack> packs = published_catalogue().packs();
  std::set<std::string> undetected;
  for (Pack& pack : packs) {
    if (std::ranges::find(published_packs(), pack.name) == published_packs().end()) continue;
    for (Formula& formula : pack.formulas) {
      const bool is_upper = formula.agreement.kind == AgreementKind::upper_bound;
      const std::string text = (is_upper ? "0.001*(" : "1.5*(") + formula.expression.text() + ")";
      formula.expression = Expression(text, formula.expression.where());
      undetected.insert(formula.id);
    }
  }
  const Catalogue mutated(packs);
  RandomLayouts layouts(31);
  for (int i = 0; i < 700; ++i) {
    const Scenario scenario = scenario_of(i % 10 == 0 ? layouts.next_inference() : layouts.next());
    for (const Check& check : judge(mutated, scenario, CountedRun(scenario).result())) {
      if (!check.as_expected) undetected.erase(check.formula);
    }
  }
  for (const std::string& formula : undetected) ADD_FAILURE() << formula;
}

// The ratio of an "off" follows from the right value: it would prove nothing if it were made from
// the formula that it judges.
TEST(AllPacks, DeriveRatiosWithoutTheFormula) {
  const Catalogue all = published_catalogue();
  for (const Pack& pack : all.packs()) {
    for (const Formula& formula : pack.formulas) {
      for (const ExpectedVerdict& expected : formula.expect) {
        if (!expected.ratio) continue;
        EXPECT_EQ(std::ranges::count(expected.ratio->names(), formula.id), 0) << formula.id;
      }
    }
  }
}

}  // namespace
}  // namespace scenarios
