#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "parallel/plan.hpp"
#include "scenarios/scenario_values.hpp"

namespace scenarios {

struct Sources;

/// What a scenario expects of one formula: a verdict word, with its condition and ratio as
/// expressions (empty: always, none). Packs and `check.expect` share it; the first match counts.
struct Expectation {
  std::string when;
  std::string verdict;
  std::string ratio;
};

/// Files a scenario names, as paths that can be opened; empty: not named. Their contents are
/// checked by files/inputs.hpp.
struct InputFiles {
  std::filesystem::path config;   // a Hugging Face config of the model, read with the scenario
  std::filesystem::path data;     // text; when neither it nor `batches` is named: our documents
  std::filesystem::path batches;  // safetensors with input_ids.N and labels.N
  std::filesystem::path weights;  // safetensors with Hugging Face names; empty: from the seed
};

/// One scenario as a checked value: the value of every key of the contract, what the sections
/// `check` and `sweep` make of it, and the plan that follows from the values. Nothing in it is
/// unchecked.
struct Scenario {
  std::string name;
  std::string about;
  std::string file;  // where it was read, for messages
  ScenarioValues values;
  std::vector<std::string> packs;                                // check.formulas
  std::map<std::string, std::vector<Expectation>> expectations;  // check.expect, by formula id
  std::map<std::string, int> expectation_lines;                  // where each stands in the file
  InputFiles inputs;
  parallel::Plan plan;                     // plan_of(values): what the train step is given
  std::shared_ptr<const Sources> sources;  // which values were given, and where: for read/changes

  [[nodiscard]] int ranks() const { return plan.mesh.size(); }
};

}  // namespace scenarios
