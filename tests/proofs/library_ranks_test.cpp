// The scenarios of the library against real runs: every verdict is as expected, every formula is
// judged by some scenario, no bound is so loose that nothing comes near it, and a shape-only run
// measures the same integers.
// tests/scenarios/judge holds the same against random layouts, which are counted, not run.
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/commands/options.hpp"
#include "scenarios/commands/training.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/check.hpp"
#include "scenarios/judge/tightness.hpp"
#include "scenarios/report/verdict_file.hpp"
#include "tests/proofs/dry_equals.hpp"
#include "tests/support/session.hpp"

namespace test {
namespace {

using Known = std::map<std::string, scenarios::Tightness>;

constexpr double least_share = 0.1;

/// Every point of every grid of the library, with the packs that judge it.
std::vector<scenarios::Task> library_tasks() {
  scenarios::Options options;
  options.command = scenarios::Command::sweep;
  options.scenarios = {scenarios::project_folder() / "scenarios" / "library"};
  return scenarios::prepare(options);
}

void expect_as_expected(const std::string& scenario, const std::vector<scenarios::Check>& checks) {
  for (const scenarios::Check& check : checks) {
    EXPECT_TRUE(check.measured) << scenario << ": " << check.formula;
    EXPECT_TRUE(check.as_expected)
        << scenario << ": " << check.formula << " on rank " << check.rank.value_or(-1) << ": "
        << check.estimate << " of " << (check.measured ? check.measured->value() : 0);
  }
}

/// What all real runs of the library say.
struct Judged {
  Known known;
  scenarios::VerdictCounts verdicts;
};

/// Trains and judges each task. Empty on the ranks that collect nothing. Collective over the
/// session.
Judged judge_real_runs(const std::vector<scenarios::Task>& tasks) {
  Judged judged;
  for (const scenarios::Task& task : tasks) {
    const auto result = scenarios::train_on_ranks(test_support::session(), task.scenario, {});
    if (!result) continue;
    expect_dry_equals(*result, task.scenario.plan, task.scenario.name);
    const auto checks = scenarios::judge(*task.catalogue, task.scenario, *result);
    expect_as_expected(task.scenario.name, checks);
    scenarios::add_tightness(judged.known, checks);
    scenarios::add_verdicts(judged.verdicts, checks);
  }
  return judged;
}

/// The file that `formulas` lists verdicts from says what runs say now.
void expect_verdicts_kept(const scenarios::VerdictCounts& verdicts) {
  const auto kept = scenarios::read_verdict_file(scenarios::formulas_folder() / "verdicts.json");
  for (const auto& [formula, counts] : verdicts) {
    ASSERT_TRUE(kept.contains(formula)) << formula << ": renew the file, see its README";
    EXPECT_EQ(kept.at(formula), counts) << formula << ": renew the file, see its README";
  }
}

TEST(Library, JudgesEveryFormulaAndComesNearEveryBound_on8) {
  const auto [known, verdicts] = judge_real_runs(library_tasks());
  if (test_support::session().rank() != 0) return;
  EXPECT_FALSE(known.empty());
  expect_verdicts_kept(verdicts);
  for (const auto& [formula, tightness] : known) {
    std::printf("  %-24s ", formula.c_str());
    if (tightness.has_bound) {
      std::printf("largest |difference|/E %.3f\n", tightness.largest_share);
    } else {
      std::printf("%s\n", tightness.judged ? "no E" : "outside everywhere");
    }
    EXPECT_TRUE(tightness.judged) << formula << " is outside everywhere";
    EXPECT_TRUE(!tightness.has_bound || tightness.largest_share > least_share)
        << formula << " is too loose";
  }
}

}  // namespace
}  // namespace test
