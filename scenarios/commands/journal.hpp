#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "scenarios/commands/options.hpp"
#include "scenarios/judge/run_result.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// What a sweep has finished so far, one JSON line a scenario, so that an interrupted sweep goes
/// on: a scenario with the same key values, the same program and the same input files is not run
/// again (it is judged again, so formulas may change in between). The file, `sweep.journal`, lies
/// beside that of --json, or in the current folder, and is removed when the sweep is complete.
class Journal {
 public:
  explicit Journal(std::filesystem::path file);

  /// Where the journal of a sweep with these options lies.
  static std::filesystem::path file_of(const Options& options);

  /// The result of a scenario that was finished before.
  [[nodiscard]] std::optional<RunResult> find(const Scenario& scenario) const;
  /// Appends a finished scenario. Throws std::runtime_error when the file cannot be written.
  void add(const Scenario& scenario, const RunResult& run);
  /// Removes the file.
  void complete();

 private:
  std::filesystem::path file_;
  std::map<std::string, std::string> runs_;  // by identity
};

/// What must be equal for a finished run to stand for another: the scenario's values, the program
/// (version and build) and the input files (path, size and time).
std::string run_identity(const Scenario& scenario);

}  // namespace scenarios
