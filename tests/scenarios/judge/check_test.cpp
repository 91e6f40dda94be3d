#include "scenarios/judge/check.hpp"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/scenarios/judge/two_ranks.hpp"

namespace scenarios {
namespace {

// With 100 and 101 parameters.
RunResult two_results() {
  RunResult run;
  run.ranks.resize(2);
  for (int rank : {0, 1}) {
    auto& of = run.ranks[static_cast<std::size_t>(rank)];
    of.rank = rank;
    of.parameters = 100 + rank;
  }
  return run;
}

std::vector<Check> judged(const std::string& expression, const std::string& rest,
                          const std::vector<Expectation>& expect = {},
                          const RunResult& run = two_results()) {
  Scenario scenario = two_ranks();
  if (!expect.empty()) scenario.expectations["x"] = expect;
  return judge(catalogue_of(expression, rest), scenario, run);
}

TEST(Judge, ChecksEveryRankWithItsOwnVariables) {
  const auto checks = judged("100 + dp_rank", "    agreement: exact\n");
  ASSERT_EQ(checks.size(), 2U);
  for (int rank : {0, 1}) {
    const Check& check = checks[static_cast<std::size_t>(rank)];
    EXPECT_EQ(check.rank, rank);
    EXPECT_EQ(check.estimate, 100 + rank);
    EXPECT_EQ(check.difference(), 0);
    EXPECT_EQ(check.ratio(), 1);
    EXPECT_EQ(check.verdict, Verdict::exact);
    EXPECT_EQ(check.because, "reason");
  }
  EXPECT_TRUE(all_as_expected(checks));
}

TEST(Judge, AMutatedFormulaFails) {
  const auto checks = judged("101 + dp_rank", "    agreement: exact\n");
  EXPECT_EQ(checks[0].verdict, Verdict::off);
  EXPECT_EQ(checks[0].expected, Verdict::exact);
  EXPECT_EQ(checks[0].difference(), 1);
  EXPECT_FALSE(all_as_expected(checks));
}

TEST(Judge, CarriesWhatThePackSaysOfTheFormula) {
  for (const Check& check : judged("100", "    agreement: within 10*h\n    assumes: d == 2\n")) {
    ASSERT_TRUE(check.entry);
    EXPECT_EQ(check.entry->expression.text(), "100");
    EXPECT_EQ(check.entry->agreement.text(), "within 10*h");
    EXPECT_EQ(check.entry->assumes->text(), "d == 2");
    EXPECT_EQ(check.bound, 640);
    EXPECT_TRUE(check.failed_assumption.empty());
    EXPECT_TRUE(check.terms.empty());
  }
}

TEST(Judge, FillsInWhatAnUnexpectedEstimateIsMadeOf) {
  const auto checks = judged("h + 300*dp_rank*(recompute == none)", "    agreement: exact\n");
  ASSERT_EQ(checks.size(), 2U);
  std::vector<std::string> terms;
  for (const Term& term : checks[1].terms) terms.push_back(term.text());
  EXPECT_EQ(terms, (std::vector<std::string>{"dp_rank = 1", "h = 64", "recompute = none"}));
}

TEST(Judge, CarriesTheStatedRatioOfAnOff) {
  const auto checks = judged(
      "200", "    agreement: exact\n    expect: {verdict: \"off\", ratio: 200/(100 + dp_rank)}\n");
  EXPECT_EQ(checks[0].expected_ratio, 2);
  EXPECT_TRUE(all_as_expected(checks));
}

TEST(Judge, NamesTheClausesThatDoNotHold) {
  const std::string pack =
      "pack: one\nsource: none\ndefinitions:\n"
      "  - {name: plain, expression: recompute == none && normalization == RMSNorm}\n"
      "formulas:\n"
      "  - {id: x, quantity: parameters, scope: rank, source: none, expression: 1,\n"
      "     agreement: exact, assumes: 'd > 1 && plain && (t == 2 || d > 2*p) && dp_rank'}\n";
  const auto checks = judge(catalogue_of(pack), two_ranks(), two_results());
  ASSERT_EQ(checks.size(), 2U);
  EXPECT_EQ(checks[0].verdict, Verdict::outside);
  const std::string both =
      "normalization == RMSNorm (normalization = LayerNorm); t == 2 || d > 2*p (d = 2, p = 1, t = "
      "1)";
  EXPECT_EQ(checks[0].failed_assumption, both + "; dp_rank (dp_rank = 0)");
  EXPECT_EQ(checks[1].failed_assumption, both);
}

TEST(Judge, DoesNotJudgeWhereAssumptionsFail) {
  const auto checks = judged("1", "    assumes: dp_rank == 1\n    agreement: lower_bound\n");
  EXPECT_EQ(checks[0].verdict, Verdict::outside);
  EXPECT_EQ(checks[0].expected, Verdict::outside);
  EXPECT_TRUE(checks[0].as_expected);
  EXPECT_EQ(checks[0].measured->value(), 100);  // shown all the same
  EXPECT_EQ(checks[1].verdict, Verdict::bound);
}

TEST(Judge, IsOutsideWhenNoStepWasApplied) {
  const auto checks = judged("100", "    agreement: exact\n", {}, RunResult{});
  ASSERT_EQ(checks.size(), 2U);
  EXPECT_EQ(checks[0].verdict, Verdict::outside);
  EXPECT_TRUE(checks[0].as_expected);
  EXPECT_FALSE(checks[0].measured);
  EXPECT_FALSE(checks[0].difference());
  EXPECT_FALSE(checks[0].ratio());
}

TEST(Judge, ExpectsWhatThePackSaysByTheFirstMatch) {
  const std::string rest =
      "    agreement: within 0\n    expect:\n"
      "      - {when: dp_rank == 1, verdict: 'off', ratio: 200/101}\n"
      "      - {when: d == 2, verdict: 'off', ratio: 3}\n"
      "      - {verdict: within}\n";
  const auto checks = judged("200", rest);
  EXPECT_FALSE(checks[0].as_expected);  // 2 is not 3
  EXPECT_EQ(checks[0].expected, Verdict::off);
  EXPECT_TRUE(checks[1].as_expected);
}

TEST(Judge, FallsBackToWhatTheAgreementClaims) {
  const auto checks = judged(
      "100", "    agreement: within 1\n    expect: [{when: d == 7, verdict: 'off', ratio: 3}]\n");
  EXPECT_EQ(checks[1].expected, Verdict::within);
  EXPECT_EQ(checks[1].verdict, Verdict::within);
  EXPECT_EQ(checks[1].bound, 1);
  EXPECT_TRUE(all_as_expected(checks));
}

TEST(Judge, TheScenariosExpectationWins) {
  const std::string rest = "    agreement: within 5\n";
  EXPECT_TRUE(all_as_expected(judged("100", rest)));
  EXPECT_FALSE(all_as_expected(judged("100", rest, {{"", "off", ""}})));
  EXPECT_TRUE(all_as_expected(judged("200", rest, {{"", "off", ""}})));
  EXPECT_TRUE(all_as_expected(judged("200", rest, {{"", "off", "200/(100 + dp_rank)"}})));
  EXPECT_FALSE(all_as_expected(judged("200", rest, {{"", "off", "3"}})));
  EXPECT_TRUE(all_as_expected(
      judged("105", rest, {{"dp_rank == 0", "within", ""}, {"dp_rank == 1", "within", ""}})));
}

TEST(Judge, ABareOffKeepsThePacksRatio) {
  const std::string rest =
      "    agreement: within 0\n    expect: [{when: t == 1, verdict: 'off', ratio: 3}]\n";
  EXPECT_TRUE(all_as_expected(judged("3*(100 + dp_rank)", rest, {{"", "off", ""}})));
  EXPECT_FALSE(all_as_expected(judged("2*(100 + dp_rank)", rest, {{"", "off", ""}})));
}

TEST(Judge, AScenarioThatExpectsAVerdictIsNotContentWithOutside) {
  const std::string rest = "    assumes: t == 2\n    agreement: exact\n";
  EXPECT_TRUE(all_as_expected(judged("100", rest)));
  EXPECT_TRUE(all_as_expected(judged("100", rest, {{"", "outside", ""}})));
  EXPECT_FALSE(all_as_expected(judged("100", rest, {{"", "exact", ""}})));
}

TEST(Judge, RefusesABoundBelowZero) {
  EXPECT_THROW(judged("99", "    agreement: within 0 - 1\n"), BadInput);
}

// Ranks of a stage that were walked as one are told apart where a formula tells them apart, and
// only there.
TEST(Judge, SplitsWhatWasMeasuredAsOne) {
  RunResult one_class = two_results();
  one_class.ranks.resize(1);
  one_class.ranks[0].count = 2;
  const auto ranks_of = [&](const std::string& expression, const std::string& rest,
                            const std::vector<Expectation>& expect = {}) {
    std::vector<std::pair<int, Verdict>> ranks;
    for (const Check& check : judged(expression, rest, expect, one_class)) {
      ranks.emplace_back(check.rank.value(), check.verdict);
    }
    return ranks;
  };
  using Ranks = std::vector<std::pair<int, Verdict>>;
  const std::string exact = "    agreement: exact\n";
  EXPECT_EQ(ranks_of("100", exact), (Ranks{{0, Verdict::exact}}));
  EXPECT_EQ(ranks_of("100 + dp_rank", exact), (Ranks{{0, Verdict::exact}, {1, Verdict::off}}));
  EXPECT_EQ(ranks_of("100", "    assumes: dp_rank == 1\n" + exact),
            (Ranks{{0, Verdict::outside}, {1, Verdict::exact}}));
  EXPECT_EQ(ranks_of("100", exact, {{"dp_rank == 1", "off", ""}}),
            (Ranks{{0, Verdict::exact}, {1, Verdict::exact}}));
}

// What holds nowhere near its assumptions is not evaluated: 100/(d - 2) is no number here.
TEST(Judge, AsksNothingOfWhatIsOutside) {
  const auto checks = judged("100",
                             "    assumes: d > 2\n    agreement: within 1/(d - 2)\n"
                             "    expect: [{verdict: 'off', ratio: 100/(d - 2)}]\n");
  EXPECT_EQ(checks.at(0).verdict, Verdict::outside);
  EXPECT_TRUE(all_as_expected(checks));
}

TEST(Judge, TellsAllThatCannotBeEvaluated) {
  const std::string text =
      "pack: two\nsource: none\nformulas:\n"
      "  - {id: x, quantity: parameters, scope: rank, source: none, expression: 1/(d - 2),"
      " agreement: exact}\n"
      "  - {id: y, quantity: parameters, scope: sum, source: none, expression: d,"
      " agreement: within -1, because: none}\n";
  const Catalogue catalogue = catalogue_of(text);
  try {
    estimates(catalogue, two_ranks());  // before anything ran
    FAIL() << "nothing was refused";
  } catch (const BadInput& error) {
    ASSERT_EQ(error.faults().size(), 2U);
    EXPECT_NE(error.faults()[0].text().find("gives inf"), std::string::npos);
    EXPECT_NE(error.faults()[1].text().find("a bound below 0"), std::string::npos);
  }
}

TEST(Estimates, NeedNoRun) {
  const auto all = estimates(
      catalogue_of("100*d + dp_rank", "    assumes: dp_rank == 0\n    agreement: exact\n"),
      two_ranks());
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].value, 201);
  EXPECT_EQ(all[1].rank, 1);
  EXPECT_TRUE(all[0].assumptions_met);
  EXPECT_FALSE(all[1].assumptions_met);
}

}  // namespace
}  // namespace scenarios
