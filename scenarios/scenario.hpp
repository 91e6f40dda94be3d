#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "parallel/plan.hpp"

namespace scenarios {

class Draft;

/// A scenario key's value after reading. Words (architecture, precision ...) are strings.
using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                           std::vector<double>>;

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

/// One scenario as a checked value: every key of the contract by its dotted path with defaults
/// filled (a key without default that was not given is absent), and what the train step is given,
/// made from them. Nothing in it is unchecked.
struct Scenario {
  std::string name;
  std::string about;
  std::string file;                     // where it was read, for messages
  std::map<std::string, Value> values;  // "model.num_layers" -> 4, "zero.stage" -> 1 ...
  std::vector<std::string> packs;       // check.formulas
  std::map<std::string, std::vector<Expectation>> expectations;  // check.expect, by formula id
  std::map<std::string, int> expectation_lines;                  // where each stands in the file
  InputFiles inputs;
  parallel::Plan plan;
  std::shared_ptr<const Draft> draft;  // what was given, before defaults: for read/changes.hpp

  [[nodiscard]] int ranks() const { return plan.mesh.size(); }
};

}  // namespace scenarios
