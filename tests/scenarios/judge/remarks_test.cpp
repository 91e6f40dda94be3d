// Identities, rules of thumb and statements of the article: complete, and right by hand.
#include "scenarios/judge/remarks.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "scenarios/report/terminal.hpp"
#include "tests/scenarios/judge/counted_scenarios.hpp"

namespace scenarios {
namespace {

std::map<std::string, double> values(const KeyValues& changes) {
  std::map<std::string, double> by_id;
  for (const RemarkValue& each : remark_values(article_catalogue(), scenario_of(changes))) {
    by_id[each.remark.id] = each.value;
  }
  return by_id;
}

// T0 has 210,304 parameters. On 2 ranks of 1e9 FLOP/s, a billion tokens:
TEST(Remarks, OfAPlannedRun) {
  const auto of = values({{"training.tokens", std::int64_t{1'000'000'000}},
                          {"training.global_batch_size", std::int64_t{2}},
                          {"parallel.data_parallel_size", std::int64_t{2}},
                          {"hardware.flops_per_second", 1.0e9}});
  EXPECT_EQ(of.at("seed.c.planned"), 1'261'824'000'000'000);  // 6 * 210,304 * 1e9
  EXPECT_EQ(of.at("seed.c.recompute.planned_least"), 420'608'000'000'000);
  EXPECT_EQ(of.at("seed.c.recompute.planned_most"), 841'216'000'000'000);
  EXPECT_EQ(of.at("seed.c.tauT"), 630'912);                         // seconds: C / 2e9
  EXPECT_EQ(of.at("seed.u.flops"), 1'261'824'000'000'000);          // tau T is C
  EXPECT_DOUBLE_EQ(of.at("seed.u.gpuh"), 350.50666666666666);       // 2 * 630,912 / 3600
  EXPECT_DOUBLE_EQ(of.at("seed.u.pfday"), 1.2618240e15 / 8.64e19);  // a PF-day: 1e15 * 86,400
  EXPECT_EQ(of.at("seed.chin"), 4'206'080);                         // 20 * 210,304
  EXPECT_EQ(of.at("seed.chin.least"), 2.0e11);                      // the warning
  EXPECT_EQ(of.at("seed.tp.a100"), 1.2e14);
}

TEST(Remarks, OfARunWithTokensEnoughComeWithoutWarning) {
  const auto of = values({{"training.tokens", std::int64_t{200'000'000'000}}});
  EXPECT_TRUE(of.contains("seed.chin"));
  EXPECT_FALSE(of.contains("seed.chin.least"));
  EXPECT_FALSE(of.contains("seed.c.tauT"));  // no hardware
}

TEST(Remarks, OfARunWithoutPlanAreNone) {
  EXPECT_TRUE(values({}).empty());
}

TEST(RemarkTable, ShowsSmallNumbersToo) {
  Remark remark{"seed.u.pfday", "one",        RemarkKind::identity,
                "here",         std::nullopt, "days",
                std::nullopt,   "a note",     ""};
  const RemarkValue values[] = {{remark, 1.2618240e15 / 8.64e19}, {remark, 4'206'080}};
  const std::string text = remark_table(values, {});
  EXPECT_NE(text.find("1.46044e-05  days  a note"), std::string::npos) << text;
  EXPECT_NE(text.find("4,206,080  days  a note"), std::string::npos) << text;
  EXPECT_EQ(remark_table({}, {}), "");
}

TEST(Remarks, StatementsNameAScenarioOfTheLibrary) {
  const Catalogue catalogue = article_catalogue();
  int statements = 0;
  for (const Pack& pack : catalogue.packs()) {
    for (const Remark& remark : pack.remarks) {
      if (remark.kind != RemarkKind::statement) continue;
      ++statements;
      EXPECT_TRUE(std::filesystem::exists(project_folder() / "scenarios" / "library" /
                                          (remark.shown_by + ".yaml")))
          << remark.id;
    }
  }
  EXPECT_EQ(statements, 2);
}

}  // namespace
}  // namespace scenarios
