#include "scenarios/report/terminal.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/report/first_screen.hpp"
#include "scenarios/report/formula_summary.hpp"
#include "scenarios/report/heading.hpp"
#include "scenarios/report/number_text.hpp"
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

// Wide enough for every column.
constexpr TerminalStyle wide = {.width = 200};
constexpr TerminalStyle wide_all = {.all_ranks = true, .width = 200};

TEST(VerdictTable, ReadsAtAGlance) {
  EXPECT_EQ(verdict_table(hand_made_report().checks, {}, false, wide),
            "  formula       worst at   estimate   measured  verdict                   quantity\n"
            "  seed.3d.grad  rank 1    420,608 B  210,304 B  off x2 (expected within)  "
            "memory.gradients.kept\n"
            "    the estimate is 210,304 B more than measured; expected was within\n"
            "    because, as one \"says\"\n"
            "  seed.w.16     sum       420,608 B  420,608 B  exact                     "
            "memory.weights.kept\n"
            "  not judged (assumptions not met or nothing measured): seed.z3\n");
}

TEST(VerdictTable, FitsANarrowTerminal) {
  for (const std::size_t width : {60U, 80U, 100U}) {
    std::istringstream text(verdict_table(hand_made_report().checks, {}, false, {.width = width}));
    for (std::string line; std::getline(text, line);) EXPECT_LE(line.size(), width) << line;
  }
}

TEST(VerdictTable, HasARowForAllThatWasChosen) {
  const std::string text = verdict_table(hand_made_report().checks, {}, true, wide);
  EXPECT_NE(text.find("\n  seed.z3 "), std::string::npos) << text;
  EXPECT_EQ(text.find("not judged"), std::string::npos) << text;
}

TEST(VerdictTable, HasColoursOnATerminalAlone) {
  const std::vector<Check> checks = hand_made_report().checks;
  EXPECT_EQ(verdict_table(checks, {}, false, wide).find('\x1b'), std::string::npos);
  EXPECT_NE(
      verdict_table(checks, {}, false, {.colour = true, .width = 200}).find("\x1b[1;31moff x2"),
      std::string::npos);
}

TEST(Heading, SaysWhatWasRunAndHowItWent) {
  EXPECT_EQ(heading_text(hand_made_report(), {}),
            "two, \"quoted\"  dp 2, tp 1, pp 1 (2 ranks), 1f1b, ZeRO 0, fp32\n"
            "  loss 5.5000 -> 5.2500 over 2 steps, 210,304 parameters, 1 step skipped\n");
}

// The answers come in the order in which people ask.
TEST(FirstScreen, AnswersBeforeItJudges) {
  const std::string text = first_screen(hand_made_report(), {});
  std::size_t at = 0;
  for (const char* part :
       {"loss 5.5000", "the fullest, rank 1, holds 4,096 B", "hardware.memory_bytes", "a step",
        "sent, dp", "off x2 (expected within)", "transformer-math-101", "1 NOT as expected"}) {
    const std::size_t next = text.find(part, at);
    ASSERT_NE(next, std::string::npos) << part << "\n" << text;
    at = next;
  }
  EXPECT_EQ(text.find("seed.w.16"), std::string::npos) << "exact ones are a count\n" << text;
}

TEST(FirstScreen, PutsTheArticleBesideWhatARankHolds) {
  RunReport report = hand_made_report();
  report.run.ranks[1].memory.categories[static_cast<std::size_t>(sim::Category::gradients)] = {
      .peak = 210304, .kept = 210304, .end = 0, .at_total_peak = 2048};
  const std::string text = first_screen(report, wide);
  EXPECT_NE(text.find("  gradients  210,304 B      2,048 B   50.0 %  420,608 B  off x2 (expected "
                      "within)  seed.3d.grad\n"),
            std::string::npos)
      << text;
}

// Ranks that are alike share a column; what all send and compute is a sum over them.
TEST(FirstScreen, PutsRanksSideBySide) {
  RunReport report = hand_made_report();
  report.run.ranks[1] = report.run.ranks[0];
  report.run.ranks[1].rank = 1;
  for (auto& rank : report.run.ranks) rank.flops[0].matmul = 100;
  report.run.ranks[0].traffic.add(ranks::Axis::tp, ranks::Operation::send, 7);
  EXPECT_NE(first_screen(report, {})
                .find("  a step       rank 0  rank 1  all ranks\n"
                      "  matmul FLOP     100     100        200\n"
                      "  sent, tp        7 B     0 B        7 B\n"),
            std::string::npos)
      << first_screen(report, {});
  report.run.ranks[1].traffic = report.run.ranks[0].traffic;
  EXPECT_NE(first_screen(report, {}).find("  a step       ranks 0-1  all ranks\n"),
            std::string::npos)
      << first_screen(report, {});
}

// Every stage differs: those between the first and the last give way, or follow below.
TEST(FirstScreen, LeavesOutStagesThatFindNoRoom) {
  RunReport report = hand_made_report();
  report.scenario.plan.mesh = {.dp = 1, .tp = 1, .pp = 40};
  report.run.ranks.resize(40);
  for (int i = 0; i < 40; ++i) {
    report.run.ranks[static_cast<std::size_t>(i)].rank = i;
    report.run.ranks[static_cast<std::size_t>(i)].parameters = 1000 + i;
  }
  const std::string some = first_screen(report, {});
  EXPECT_NE(some.find("stage 0"), std::string::npos) << some;
  EXPECT_NE(some.find("stage 39"), std::string::npos) << some;
  EXPECT_EQ(some.find("stage 20"), std::string::npos) << some;
  EXPECT_NE(some.find("columns between them left out"), std::string::npos) << some;
  EXPECT_NE(first_screen(report, {.all_ranks = true}).find("stage 20"), std::string::npos);
}
TEST(FormulaSummary, KeepsFormulasOfOneNameApart) {
  FormulaSummary summary;
  std::vector<Check> checks = hand_made_report().checks;
  checks[0].pack = "another";
  summary.add(hand_made_report().checks);
  summary.add(checks);
  EXPECT_NE(summary.text({}).find("  2 formulas more: exact wherever judged\n"), std::string::npos);
}

TEST(FormulaSummary, FoldsWhatIsExactWhereverItIsJudged) {
  FormulaSummary summary;
  for (int i = 0; i < 2; ++i) summary.add(hand_made_report().checks);
  const std::string folded = summary.text({});
  EXPECT_NE(folded.find("\n  seed.3d.grad "), std::string::npos);
  EXPECT_EQ(folded.find("\n  seed.w.16 "), std::string::npos);
  EXPECT_NE(folded.find("  1 formula more: exact wherever judged\n"), std::string::npos);
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
  EXPECT_NE(verdict_table(report.checks, {}, false, wide).find("  exact, and 0: seed.w.16\n"),
            std::string::npos);
  EXPECT_EQ(verdict_table(report.checks, {}, false, wide_all).find("exact, and 0"),
            std::string::npos);
}

TEST(EstimateTable, ShowsTheRangeOverTheRanks) {
  const Estimate estimates[] = {{"x", "one", "parameters", Scope::rank, 0, 60224, true},
                                {"x", "one", "parameters", Scope::rank, 1, 158272, false},
                                {"y", "one", "flops.total.matmul", Scope::sum, {}, 7, false}};
  const Scenario scenario = hand_made_report().scenario;
  EXPECT_EQ(estimate_table(scenario, estimates, wide),
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
