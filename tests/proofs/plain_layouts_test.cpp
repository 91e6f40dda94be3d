// Nothing is wrong with a plain layout, so nothing that a pack says of it may be unexpected: `run`
// and `dry` end with 0. SHARDSCOPE_RANDOM_SEED and SHARDSCOPE_RANDOM_RUNS choose others.
#include "tests/proofs/random/plain_layouts.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/commands/dry_run.hpp"
#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/check.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/load/reader.hpp"
#include "tests/proofs/random/random_scenario.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace test {
namespace {

std::uint64_t number_of(const char* variable, std::uint64_t fallback) {
  const char* const text = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? fallback : std::stoull(text);
}

scenarios::Catalogue catalogue_of(const std::vector<std::string>& packs) {
  return scenarios::load_catalogue(scenarios::formulas_folder(), packs, scenarios::quantity_fault);
}

std::vector<std::string> all_packs() {
  std::vector<std::string> packs;
  for (const auto& entry : std::filesystem::directory_iterator(scenarios::formulas_folder())) {
    if (entry.path().extension() == ".yaml") packs.push_back(entry.path().stem().string());
  }
  return packs;
}

void expect_as_expected(const scenarios::Catalogue& catalogue, const scenarios::Scenario& scenario,
                        const scenarios::RunResult& run, const std::string& text) {
  for (const scenarios::Check& check : scenarios::judge(catalogue, scenario, run)) {
    EXPECT_TRUE(check.as_expected)
        << text << check.formula << " on rank " << check.rank.value_or(-1) << ": " << check.estimate
        << " of " << check.measured->value() << ", bound " << check.bound.value_or(-1) << ", "
        << name_of(check.verdict) << " for " << name_of(check.expected);
  }
}

TEST(PlainLayouts, AreAsExpectedUnderTheDefaultPacksAndUnderAll) {
  const std::uint64_t seed = number_of("SHARDSCOPE_RANDOM_SEED", default_random_seed);
  const std::uint64_t runs = number_of("SHARDSCOPE_RANDOM_RUNS", 60);
  const auto by_default = catalogue_of({"transformer-math-101", "exact"});
  const auto all = catalogue_of(all_packs());
  const scenarios::test::TemporaryFolder folder;
  for (std::uint64_t index = 0; index < runs; ++index) {
    const std::string text = plain_layout(seed, index);
    const std::array files{folder.write("plain.yaml", text)};
    const scenarios::Scenario scenario = scenarios::read_scenarios(files, {}).at(0);
    EXPECT_EQ(scenario.packs, (std::vector<std::string>{"transformer-math-101", "exact"}));
    const scenarios::RunResult run = scenarios::dry_result(scenario.plan);
    expect_as_expected(by_default, scenario, run, text);
    expect_as_expected(all, scenario, run, text);
  }
}

}  // namespace
}  // namespace test
