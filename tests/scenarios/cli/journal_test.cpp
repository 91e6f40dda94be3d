#include "scenarios/commands/journal.hpp"

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenarios/commands/run_text.hpp"
#include "scenarios/read/fault.hpp"
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

constexpr auto look = Journal::Use::look;
constexpr auto keep = Journal::Use::keep;

// A result of every step and rank of the scenario.
RunResult run_of(const Scenario& scenario) {
  RunResult run = some_run();
  const auto steps = static_cast<std::size_t>(scenario.plan.steps);
  run.skipped_steps = 0;
  run.loss.assign(steps, 4.75);
  run.grad_norm.assign(steps, 0.5);
  run.ranks.resize(static_cast<std::size_t>(scenario.ranks()));
  return run;
}

void add(const std::filesystem::path& file, const Scenario& scenario,
         const std::filesystem::path& dump = {}) {
  Journal(file, keep).add(scenario, run_of(scenario), dump);
}

bool finds(const std::filesystem::path& file, const Scenario& scenario,
           const std::filesystem::path& dump = {}) {
  return Journal(file, look).find(scenario, dump).has_value();
}

TEST(Journal, FindsFinishedScenariosByTheirValues) {
  const TemporaryFolder folder;
  const Scenario scenario = read_one(t0);
  add(folder.path() / "j", scenario);
  Journal journal(folder.path() / "j", look);
  ASSERT_TRUE(journal.find(scenario, {}).has_value());
  EXPECT_EQ(journal.find(scenario, {})->parameters, 210'304);
  EXPECT_FALSE(journal.find(read_one(t0, {"training.seed=1"}), {}).has_value());
  EXPECT_TRUE(journal.warnings().empty());
}

TEST(Journal, ForgetsARunWhoseInputFileChanged) {
  const TemporaryFolder folder;
  const auto text = folder.write("text", "some text");
  const Scenario scenario = read_one(t0, {"training.data=" + text.string()});
  add(folder.path() / "j", scenario);
  EXPECT_TRUE(finds(folder.path() / "j", scenario));
  folder.write("text", "another text");
  EXPECT_FALSE(finds(folder.path() / "j", scenario));
}

// What was dumped is part of what was finished.
TEST(Journal, ForgetsARunWithoutTheDumpThatIsWanted) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "j";
  const auto dump = folder.path() / "dump";
  const Scenario scenario = read_one(t0);
  add(file, scenario);
  EXPECT_TRUE(finds(file, scenario));
  EXPECT_FALSE(finds(file, scenario, dump));
  folder.write("dump/gradients.safetensors", "g");
  folder.write("dump/weights.safetensors", "w");
  EXPECT_FALSE(finds(file, scenario, dump)) << "a dump of something else";
  add(file, scenario, dump);
  EXPECT_TRUE(finds(file, scenario, dump));
  folder.write("dump/weights.safetensors", "changed");
  EXPECT_FALSE(finds(file, scenario, dump));
  EXPECT_TRUE(finds(file, scenario));
}

TEST(Journal, SurvivesALineThatWasCutOff) {
  const TemporaryFolder folder;
  const auto file = folder.write("j", R"({"identity": "x", "ru)");
  Journal journal(file, keep);
  ASSERT_EQ(journal.warnings().size(), 1U);
  EXPECT_NE(journal.warnings()[0].find("j:1: "), std::string::npos);
  journal.add(read_one(t0), run_of(read_one(t0)), {});
  journal.complete();
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Journal, PassesOverWhatIsNoWholeResult) {
  const TemporaryFolder folder;
  const Scenario scenario = read_one(t0);
  const std::string whole = text_of_run(run_of(scenario));
  RunResult without_ranks = run_of(scenario);
  without_ranks.ranks.clear();
  RunResult too_short = run_of(scenario);
  too_short.loss.pop_back();
  for (const std::string& run :
       {text_of_run(without_ranks), text_of_run(too_short), whole.substr(0, whole.size() / 2),
        std::string("{}"), std::string("[]"), std::string("null")}) {
    const nlohmann::json entry{{"identity", run_identity(scenario)}, {"run", run}};
    Journal journal(folder.write("j", entry.dump() + "\n"), look);
    EXPECT_FALSE(journal.find(scenario, {}).has_value()) << run;
    EXPECT_EQ(journal.warnings().size(), 1U) << run;
  }
  for (const char* line : {R"({"identity":5,"run":""})", R"({"identity":"x","run":5})", "7", "x"}) {
    Journal journal(folder.write("j", std::string(line) + "\n"), look);
    EXPECT_FALSE(journal.find(scenario, {}).has_value()) << line;
    EXPECT_EQ(journal.warnings().size(), 1U) << line;
  }
  EXPECT_FALSE(run_of_text(R"({"parameters":1,"skipped_steps":0,"loss":["zzz"],"grad_norm":[],
                               "generated":[],"ranks":[]})"));
}

TEST(Journal, BelongsToOneSweepAtATime) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "j";
  {
    const Journal first(file, keep);
    EXPECT_THROW(Journal(file, keep), BadInput);
    EXPECT_THROW(Journal(file, look), BadInput);
  }
  EXPECT_FALSE(std::filesystem::exists(file)) << "nothing was finished";
  EXPECT_NO_THROW(Journal(file, keep));
}

TEST(Journal, TakesAwayItsOwnEntriesAlone) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "j";
  const Scenario other = read_one(t0, {"training.seed=7"});
  add(file, other);
  Journal journal(file, keep);
  journal.add(read_one(t0), run_of(read_one(t0)), {});
  journal.complete();
  EXPECT_TRUE(finds(file, other));
  EXPECT_FALSE(finds(file, read_one(t0)));
}

// Latin-1, and bytes that are no text at all.
TEST(Journal, TakesPathsOfAnyBytes) {
  const TemporaryFolder folder;
  const auto text = folder.write("caf\xe9 \xff\x01.txt", "some text");
  Scenario scenario = read_one(t0);
  scenario.inputs.data = text;
  scenario.name = "na\xefve";
  add(folder.path() / "j", scenario);
  EXPECT_TRUE(finds(folder.path() / "j", scenario));
  Scenario other = scenario;
  other.inputs.data = folder.write("caf\xe8 \xff\x01.txt", "some text");
  EXPECT_FALSE(finds(folder.path() / "j", other));
}

TEST(Journal, LiesBesideTheResults) {
  Options options;
  EXPECT_EQ(Journal::file_of(options), "sweep.journal");
  options.json = "results/report.json";
  EXPECT_EQ(Journal::file_of(options), "results/sweep.journal");
}

}  // namespace
}  // namespace scenarios::test
