#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/commands/training.hpp"
#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/check.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/load/reader.hpp"
#include "tests/scenarios/temporary_folder.hpp"
#include "tests/support/session.hpp"

namespace test {

/// A scenario and what a real run of it measured.
struct RealRun {
  scenarios::Scenario scenario;
  scenarios::RunResult result;
};

/// Runs the scenario `text` with `changes` as --set takes them. Nothing on the ranks that collect
/// nothing. Collective over the session.
inline std::optional<RealRun> run_scenario(const std::string& text,
                                           const std::vector<std::string>& changes) {
  const scenarios::test::TemporaryFolder folder;
  const std::array files{folder.write("proof.yaml", text)};
  scenarios::Scenario scenario = scenarios::read_scenarios(files, changes).at(0);
  auto result = scenarios::train_on_ranks(test_support::session(), scenario, {});
  if (!result) return std::nullopt;
  return RealRun{std::move(scenario), std::move(*result)};
}

/// The packs of the program by name, and what they build on.
inline scenarios::Catalogue shipped_catalogue(const std::vector<std::string>& packs) {
  return scenarios::load_catalogue(scenarios::formulas_folder(), packs, scenarios::quantity_fault);
}

}  // namespace test
