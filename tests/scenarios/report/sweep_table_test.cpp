#include "scenarios/report/sweep_table.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/report/point_name.hpp"
#include "tests/scenarios/report/reports.hpp"

namespace scenarios {
namespace {

constexpr TerminalStyle wide = {.width = 200};

std::string table_of(const std::vector<RunReport>& reports, const SweepChoice& choice) {
  std::vector<SweepRow> rows;
  for (const RunReport& report : reports) rows.push_back(sweep_row(report));
  return sweep_table(std::move(rows), choice, wide);
}

TEST(SweepTable, HasALineAScenario) {
  const std::string text = table_of({hand_made_report(), hand_made_report()}, {});
  EXPECT_EQ(
      text,
      "two, \"quoted\"\n"
      "  layout             peak  filled by       sent  verdicts  loss                          "
      "      matmul FLOP\n"
      "  dp2 tp1 pp1 z0  4,096 B  weights    841,216 B  1 NOT ok  loss 5.5000 -> 5.2500 over 2 "
      "steps            0\n"
      "  dp2 tp1 pp1 z0  4,096 B  weights    841,216 B  1 NOT ok  loss 5.5000 -> 5.2500 over 2 "
      "steps            0\n");
}

// Three scenarios that hold 4,096, 1,000 and 9,000 bytes of 5,000.
std::vector<RunReport> three_reports() {
  std::vector<RunReport> reports(3, hand_made_report());
  const std::int64_t peaks[] = {4096, 1000, 9000};
  for (std::size_t i = 0; i < 3; ++i) {
    reports[i].scenario.name = fmt::format("a[training.micro_batch_size={}]", i);
    reports[i].run.ranks[1].memory.total_peak = peaks[i];
    reports[i].fit = Fit{.memory_bytes = 5000, .worst_rank = 1, .peak_bytes = peaks[i]};
  }
  return reports;
}

TEST(SweepTable, ShowsPeakLimitAndHeadroom) {
  const std::string text = table_of(three_reports(), {});
  EXPECT_TRUE(text.starts_with("a: a rank has 5,000 B\n")) << text;
  EXPECT_NE(text.find("micro_batch_size=0  4,096 B     904 B  "), std::string::npos) << text;
  EXPECT_NE(text.find("micro_batch_size=2  9,000 B  -4,000 B  "), std::string::npos) << text;
}

TEST(SweepTable, PutsTheBestFirst) {
  const std::string sorted = table_of(three_reports(), {.sort = "headroom"});
  EXPECT_LT(sorted.find("micro_batch_size=1"), sorted.find("micro_batch_size=0"));
  EXPECT_LT(sorted.find("micro_batch_size=0"), sorted.find("micro_batch_size=2"));
  for (const std::string& column : sweep_columns()) {
    EXPECT_NE(table_of(three_reports(), {.sort = column}), "") << column;
  }
}

TEST(SweepTable, ShowsWhatFitsAndTheFirst) {
  const std::string fitting = table_of(three_reports(), {.fits = true});
  EXPECT_EQ(fitting.find("micro_batch_size=2"), std::string::npos) << fitting;
  EXPECT_NE(fitting.find("2 of 3 scenarios are shown; 2 fit"), std::string::npos) << fitting;
  const std::string top = table_of(three_reports(), {.sort = "peak", .fits = true, .top = 1});
  EXPECT_NE(top.find("micro_batch_size=1"), std::string::npos) << top;
  EXPECT_NE(top.find("1 of 3 scenarios are shown; 2 fit"), std::string::npos) << top;
}

// What the layout says is left out; a value may be a list, and a name end in brackets of its own.
TEST(PointName, IsShort) {
  const auto shown = [](const std::string& name) {
    const PointName point = point_name(name);
    return point.scenario + "|" + point.settings;
  };
  EXPECT_EQ(shown("a[parallel.data_parallel_size=2,zero.stage=1]"), "a|");
  EXPECT_EQ(shown("a[optimizer.betas=[0.9, 0.95],parallel.sequence_parallel=true,zero.stage=1]"),
            "a|betas=[0.9, 0.95] sequence_parallel=true");
  EXPECT_EQ(shown("my[x] run[precision=fp32]"), "my[x] run|precision=fp32");
  EXPECT_EQ(shown("my run [x]"), "my run [x]|");
}

}  // namespace
}  // namespace scenarios
