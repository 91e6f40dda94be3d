#include "scenarios/report/scenario_csv.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "tests/scenarios/report/reports.hpp"

namespace scenarios {
namespace {

// The rows that are written of a report, with two keys and three formulas.
std::string written(const RunReport& report) {
  std::ostringstream text;
  const std::string pack = "transformer-math-101";
  ScenarioCsv csv(text, {"precision", "hardware.latency_seconds"},
                  {{pack, "seed.3d.grad"}, {pack, "seed.z3"}, {pack, "seed.w.16"}});
  csv.add(report);
  return text.str();
}

TEST(ScenarioCsv, HasARowAScenario) {
  EXPECT_EQ(
      written(hand_made_report()),
      "scenario,dp,tp,pp,precision,hardware.latency_seconds,parameters,fullest_rank,peak_bytes,"
      "weights_at_peak_bytes,gradients_at_peak_bytes,optimizer_at_peak_bytes,"
      "activations_at_peak_bytes,live_parameters_at_peak_bytes,communication_at_peak_bytes,"
      "inputs_at_peak_bytes,workspace_at_peak_bytes,filled_by,limit_bytes,headroom_bytes,"
      "fits,matmul_flops,elementwise_flops,sent_bytes,"
      "dp_traffic_bytes,tp_traffic_bytes,pp_traffic_bytes,tied_traffic_bytes,"
      "control_traffic_bytes,exact,within,bound,off,outside,not_as_expected,"
      "transformer-math-101:seed.3d.grad,transformer-math-101:seed.z3,"
      "transformer-math-101:seed.w.16\r\n"
      "two; 'quoted',2,1,1,fp32,,210304,1,4096,0,0,0,0,0,0,0,0,weights,,,,0,0,841216,"
      "841216,0,0,0,0,1,0,0,1,1,seed.3d.grad,2,,1\r\n");
}

TEST(ScenarioCsv, ShowsAFormulaWhereItIsWorst) {
  RunReport report = hand_made_report();
  Check worse = report.checks[1];
  worse.estimate *= 4;
  report.checks.insert(report.checks.begin() + 1, worse);
  EXPECT_TRUE(written(report).ends_with(",1,0,0,2,1,seed.3d.grad,8,,1\r\n"));
}

// 0 for 0 on the first stage says less than a ratio of 1 on the next.
TEST(ScenarioCsv, ShowsARatioWhereThereIsOne) {
  RunReport report = hand_made_report();
  Check nothing = report.checks[0];
  nothing.estimate = 0;
  nothing.measured = Measured{};
  report.checks.insert(report.checks.begin(), nothing);
  EXPECT_TRUE(written(report).ends_with(",2,0,0,1,1,seed.3d.grad,2,,1\r\n"));
}

// Two classes of three and of five ranks.
TEST(ScenarioCsv, SumsOverAllRanksOfAClass) {
  RunReport report = hand_made_report();
  report.run.ranks[0].count = 3;
  report.run.ranks[1].count = 5;
  report.run.ranks[0].flops[0].matmul = 100;
  report.run.ranks[1].flops[1].matmul = 10;
  report.run.ranks[1].flops[1].elementwise = 1;
  report.fit = Fit{.memory_bytes = 4096, .worst_rank = 1, .peak_bytes = 4096};
  EXPECT_NE(written(report).find(",weights,4096,0,true,350,5,4206080,4206080,0,0,0,0,"),
            std::string::npos);
}

}  // namespace
}  // namespace scenarios
