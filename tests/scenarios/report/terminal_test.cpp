#include "scenarios/report/terminal.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/report/formula_summary.hpp"
#include "scenarios/report/number_text.hpp"
#include "scenarios/report/summary_table.hpp"
#include "scenarios/report/worst.hpp"
#include "tests/scenarios/report/reports.hpp"

namespace scenarios {
namespace {

TEST(NumberText, NamesItsUnit) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(-1000), "-1,000");
  EXPECT_EQ(grouped(1216512), "1,216,512");
  EXPECT_EQ(readable(1216512, "memory.weights.kept"), "1,216,512 B");
  EXPECT_EQ(readable(70101.25, "memory.weights.kept"), "70,101.3 B");
  EXPECT_EQ(readable(16777216, "memory.total.peak"), "16.000 MiB");
  EXPECT_EQ(readable(3221225472, "memory.total.peak"), "3.000 GiB");
  EXPECT_EQ(readable(841216, "traffic.dp.all_reduce.bytes"), "841,216 B");
  EXPECT_EQ(readable(2, "traffic.dp.all_reduce.calls"), "2");
  EXPECT_EQ(readable(14155776, "flops.forward.matmul"), "14,155,776 FLOP");
  EXPECT_EQ(readable(703032459264e3, "flops.total.matmul"), "7.030325e+14 FLOP");
}

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

TEST(VerdictTable, ReadsAtAGlance) {
  EXPECT_EQ(verdict_table(hand_made_report(), {}),
            "two, \"quoted\"  dp 2, tp 1, pp 1 (2 ranks), 1f1b, ZeRO 0, fp32\n"
            "  loss 5.5000 -> 5.2500 over 2 steps, 210,304 parameters, 1 step skipped\n"
            "\n"
            "  formula       worst at   estimate   measured  verdict                   quantity\n"
            "  seed.3d.grad  rank 1    420,608 B  210,304 B  off x2 (expected within)  "
            "memory.gradients.kept\n"
            "  seed.w.16     sum       420,608 B  420,608 B  exact                     "
            "memory.weights.kept\n"
            "  not judged (assumptions not met or nothing measured): seed.z3\n"
            "  1 exact, 0 within, 0 bound, 1 off, 1 outside: 1 NOT as expected\n");
}

TEST(VerdictTable, HasColoursOnATerminalAlone) {
  EXPECT_EQ(verdict_table(hand_made_report(), {}).find('\x1b'), std::string::npos);
  EXPECT_NE(verdict_table(hand_made_report(), {.colour = true}).find("\x1b[1;31moff x2"),
            std::string::npos);
}

TEST(SummaryTable, HasALineAScenario) {
  SummaryTable table;
  for (int i = 0; i < 2; ++i) table.add(hand_made_report());
  const std::string text = table.text({});
  EXPECT_EQ(std::ranges::count(text, '\n'), 3);
  EXPECT_NE(text.find("1 NOT as expected"), std::string::npos);
}

// What the layout says is left out; a value may be a list, and a name end in brackets of its own.
TEST(SummaryTable, ShortensTheNamesOfASweep) {
  const auto shown = [](const std::string& name) {
    RunReport report = hand_made_report();
    report.scenario.name = name;
    SummaryTable table;
    table.add(report);
    const std::string text = table.text({});
    const std::size_t begin = text.find('\n') + 3;
    const std::string cell = text.substr(begin, text.find("  dp 2", begin) - begin);
    return cell.substr(0, cell.find_last_not_of(' ') + 1);
  };
  EXPECT_EQ(shown("a[parallel.data_parallel_size=2,zero.stage=1]"), "a");
  EXPECT_EQ(shown("a[optimizer.betas=[0.9, 0.95],parallel.sequence_parallel=true,zero.stage=1]"),
            "a[betas=[0.9, 0.95],sequence_parallel=true]");
  EXPECT_EQ(shown("my[x] run[precision=fp32]"), "my[x] run[precision=fp32]");
  EXPECT_EQ(shown("my run [x]"), "my run [x]");
}

TEST(FormulaSummary, KeepsFormulasOfOneNameApart) {
  FormulaSummary summary;
  std::vector<Check> checks = hand_made_report().checks;
  checks[0].pack = "another";
  summary.add(hand_made_report().checks);
  summary.add(checks);
  EXPECT_NE(summary.text({}).find("exact wherever judged, 2 formulas: seed.w.16, seed.w.16\n"),
            std::string::npos);
}

TEST(FormulaSummary, FoldsWhatIsExactWhereverItIsJudged) {
  FormulaSummary summary;
  for (int i = 0; i < 2; ++i) summary.add(hand_made_report().checks);
  const std::string folded = summary.text({});
  EXPECT_NE(folded.find("\n  seed.3d.grad "), std::string::npos);
  EXPECT_EQ(folded.find("\n  seed.w.16 "), std::string::npos);
  EXPECT_NE(folded.find("  exact wherever judged, 1 formulas: seed.w.16\n"), std::string::npos);
  const std::string all = summary.text({.all_ranks = true});
  EXPECT_NE(all.find("\n  seed.w.16 "), std::string::npos);
}

TEST(VerdictTable, FoldsWhatIsExactlyZero) {
  RunReport report = hand_made_report();
  for (Check& check : report.checks) {
    if (check.formula != "seed.w.16") continue;
    check.estimate = 0;
    check.measured = Measured{};
  }
  EXPECT_NE(verdict_table(report, {}).find("  exact, and 0: seed.w.16\n"), std::string::npos);
  EXPECT_EQ(verdict_table(report, {.all_ranks = true}).find("exact, and 0"), std::string::npos);
}

TEST(EstimateTable, ShowsTheRangeOverTheRanks) {
  const Estimate estimates[] = {{"x", "one", "parameters", Scope::rank, 0, 60224, true},
                                {"x", "one", "parameters", Scope::rank, 1, 158272, false},
                                {"y", "one", "flops.total.matmul", Scope::sum, {}, 7, false}};
  const Scenario scenario = hand_made_report().scenario;
  EXPECT_EQ(estimate_table(scenario, estimates, {}),
            "two, \"quoted\"  dp 2, tp 1, pp 1 (2 ranks)\n"
            "\n"
            "  formula  of                   estimate  assumptions          quantity\n"
            "  x        every rank  60,224 to 158,272  met on 1 of 2 ranks  parameters\n"
            "  y        sum                    7 FLOP  not met              flops.total.matmul\n");
  EXPECT_NE(estimate_table(scenario, estimates, {.all_ranks = true}).find("rank 1"),
            std::string::npos);
}

TEST(PackListing, ShowsEveryFormula) {
  const std::string text = R"(pack: small
source: a paper
definitions:
  - {name: twice, expression: 2*h, because: two of them}
formulas:
  - id: first
    quantity: parameters
    scope: sum
    expression: twice*L
    source: section 1
    assumes: t == 1
    agreement: within 16*s*b*L
    because: leaves out the statistics
    expect: [{when: t > 1, verdict: "off", ratio: L/2}, {verdict: within}]
)";
  EXPECT_EQ(pack_listing(parse_pack(text, "small.yaml", [](auto) { return std::string(); })),
            "small\n"
            "  a paper\n"
            "\n"
            "  first\n"
            "    expression  twice*L\n"
            "    quantity    parameters (sum)\n"
            "    source      section 1\n"
            "    assumes     t == 1\n"
            "    agreement   within 16*s*b*L\n"
            "    expected    off by L/2 when t > 1\n"
            "    expected    within\n"
            "    because     leaves out the statistics\n"
            "\n"
            "  with the definitions\n"
            "\n"
            "  twice\n"
            "    is          2*h\n"
            "    because     two of them\n");
}

}  // namespace
}  // namespace scenarios
