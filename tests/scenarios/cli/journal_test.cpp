#include "scenarios/commands/journal.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "scenarios/commands/run_text.hpp"
#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

RunResult some_run() {
  RunResult run;
  run.parameters = 210'304;
  run.skipped_steps = 1;
  run.loss = {4.8598124999999996, std::numeric_limits<double>::quiet_NaN()};
  run.grad_norm = {std::nullopt, 0.1};
  run.ranks.resize(2);
  run.ranks[1].rank = 1;
  run.ranks[1].parameters = 107'008;
  return run;
}

TEST(RunText, KeepsEverything) {
  const RunResult run = run_of_text(text_of_run(some_run())).value();
  EXPECT_EQ(run.parameters, 210'304);
  EXPECT_EQ(run.skipped_steps, 1);
  ASSERT_EQ(run.loss.size(), 2U);
  EXPECT_EQ(run.loss[0], 4.8598124999999996);
  EXPECT_TRUE(std::isnan(run.loss[1]));
  EXPECT_FALSE(run.grad_norm[0].has_value());
  EXPECT_EQ(run.grad_norm[1], 0.1);
  EXPECT_EQ(run.ranks.at(1).parameters, 107'008);
  EXPECT_EQ(text_of_run(run), text_of_run(some_run()));
}

TEST(RunText, RefusesWhatIsNoWholeResult) {
  const std::string text = text_of_run(some_run());
  EXPECT_FALSE(run_of_text(""));
  EXPECT_FALSE(run_of_text("{}"));
  EXPECT_FALSE(run_of_text(text.substr(0, text.size() / 2)));
  std::string no_ranks = text;
  const std::size_t list = no_ranks.find("\"ranks\":[") + 9;
  no_ranks.replace(list, no_ranks.find(']', list) - list, "1,2");
  EXPECT_FALSE(run_of_text(no_ranks));
}

// What an entry holds is believed only as a whole.
TEST(Journal, IgnoresEntriesOfAnotherForm) {
  const TemporaryFolder folder;
  const auto file = folder.write(
      "j", "{\"identity\":5,\"run\":\"\"}\nnull\n{\"identity\":\"x\",\"run\":\"{}\"}\n");
  const Scenario scenario = read_one(t0);
  EXPECT_FALSE(Journal(file).find(scenario).has_value());
}

TEST(Journal, FindsFinishedScenariosByTheirValues) {
  const TemporaryFolder folder;
  const Scenario scenario = read_one(t0);
  Journal(folder.path() / "j").add(scenario, some_run());
  const Journal journal(folder.path() / "j");
  ASSERT_TRUE(journal.find(scenario).has_value());
  EXPECT_EQ(journal.find(scenario)->parameters, 210'304);
  EXPECT_FALSE(journal.find(read_one(t0, {"training.seed=1"})).has_value());
}

TEST(Journal, ForgetsARunWhoseInputFileChanged) {
  const TemporaryFolder folder;
  const auto text = folder.write("text", "some text");
  const Scenario scenario = read_one(t0, {"training.data=" + text.string()});
  Journal(folder.path() / "j").add(scenario, some_run());
  EXPECT_TRUE(Journal(folder.path() / "j").find(scenario).has_value());
  folder.write("text", "another text");
  EXPECT_FALSE(Journal(folder.path() / "j").find(scenario).has_value());
}

TEST(Journal, SurvivesALineThatWasCutOff) {
  const TemporaryFolder folder;
  const auto file = folder.write("j", R"({"identity": "x", "ru)");
  Journal journal(file);
  journal.add(read_one(t0), some_run());
  EXPECT_TRUE(Journal(file).find(read_one(t0)).has_value());
  journal.complete();
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Journal, LiesBesideTheResults) {
  Options options;
  EXPECT_EQ(Journal::file_of(options), "sweep.journal");
  options.json = "results/report.json";
  EXPECT_EQ(Journal::file_of(options), "results/sweep.journal");
}

}  // namespace
}  // namespace scenarios::test
