#include "scenarios/judge/check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/judge/quantities.hpp"
#include "tests/scenarios/packs/keys_of_t0.hpp"

namespace scenarios {
namespace {

// Two data-parallel ranks with 100 and 101 parameters.
Scenario two_ranks() {
  Scenario scenario;
  scenario.name = "two";
  scenario.file = "two.yaml";
  scenario.values = keys_of_t0({{"parallel.data_parallel_size", std::int64_t{2}},
                                {"training.global_batch_size", std::int64_t{2}}});
  return scenario;
}

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

Catalogue catalogue_of(const std::string& expression, const std::string& rest) {
  const std::string text = fmt::format(
      "pack: one\nsource: none\nformulas:\n"
      "  - id: x\n    quantity: parameters\n    scope: rank\n    source: none\n"
      "    expression: '{}'\n    because: reason\n{}",
      expression, rest);
  std::vector<Pack> packs;
  packs.push_back(parse_pack(text, "one.yaml", quantity_fault));
  return Catalogue(std::move(packs));
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

TEST(Quantities, AreReadFromTheMeasurement) {
  RunResult run;
  run.parameters = 1;
  parallel::Measurement of;
  of.parameters = 2;
  of.dp_group_size = 3;
  of.memory.categories[static_cast<std::size_t>(sim::Category::gradients)] = {4, 5, 6, 7};
  of.memory.total_peak = 8;
  of.memory.items[static_cast<std::size_t>(sim::Item::head_logits)] = {0, 9, 10};
  of.memory.groups[static_cast<std::size_t>(sim::ItemGroup::layer)] = {0, 11, 12};
  of.flops[static_cast<std::size_t>(sim::Phase::forward)] = {13, 100};
  of.flops[static_cast<std::size_t>(sim::Phase::backward)] = {14, 200};
  of.traffic.add(ranks::Axis::dp, ranks::Operation::reduce_scatter, 15);
  of.traffic.add(ranks::Axis::dp, ranks::Operation::reduce_scatter, 16);
  const std::pair<const char*, std::int64_t> rows[] = {
      {"model.parameters", 1},
      {"parameters", 2},
      {"ranks.dp", 3},
      {"memory.gradients.peak", 4},
      {"memory.gradients.kept", 5},
      {"memory.gradients.end", 6},
      {"memory.gradients.at_total_peak", 7},
      {"memory.total.peak", 8},
      {"memory.activations.head.logits.peak", 9},
      {"memory.activations.head.logits.kept", 10},
      {"memory.activations.layer.peak", 11},
      {"memory.activations.layer.kept", 12},
      {"flops.forward.matmul", 13},
      {"flops.backward.elementwise", 200},
      {"flops.total.matmul", 27},
      {"flops.total.elementwise", 300},
      {"traffic.dp.reduce_scatter.bytes", 31},
      {"traffic.dp.reduce_scatter.calls", 2},
      {"traffic.tp.all_gather.calls", 0},
  };
  for (const auto& [name, value] : rows) EXPECT_EQ(measured_quantity(run, of, name), value) << name;
}

TEST(Quantities, RefuseNamesThatAreNotMeasured) {
  EXPECT_EQ(quantity_fault("memory.total.peak"), "");
  EXPECT_NE(quantity_fault("memory.wieghts.kept").find("nearest: memory.weights.kept"),
            std::string::npos);
  EXPECT_NE(quantity_fault("wire.dp").find("not measured yet"), std::string::npos);
  EXPECT_NE(quantity_fault("time.busy").find("not measured yet"), std::string::npos);
  EXPECT_NE(quantity_fault("memory.total.kept"), "");
  EXPECT_THROW(measured_quantity({}, {}, "nothing"), BadValue);
}

}  // namespace
}  // namespace scenarios
