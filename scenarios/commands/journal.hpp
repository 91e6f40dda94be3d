#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scenarios/commands/options.hpp"
#include "scenarios/judge/run_result.hpp"
#include "scenarios/read/descriptor.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// What sweeps have finished so far, one JSON line a scenario, so that an interrupted sweep goes
/// on: a scenario with the same key values, the same program, the same input files and, where it
/// was dumped, the same dump is not run again (it is judged again, so formulas may change in
/// between). The file, `sweep.journal`, lies beside that of --json, or in the current folder. It
/// belongs to one sweep at a time, which takes its own entries away at its end.
class Journal {
 public:
  enum class Use : std::uint8_t {
    look,  // at what is there, before ranks are started
    keep   // for the whole of a sweep
  };

  /// Throws BadInput when another sweep holds the file, std::runtime_error when it cannot be used.
  Journal(std::filesystem::path file, Use use);
  Journal(Journal&&) noexcept = default;
  Journal& operator=(Journal&&) noexcept = default;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  /// Where the journal of a sweep with these options lies.
  static std::filesystem::path file_of(const Options& options);

  /// The result of a scenario that was finished before, and dumped into `dump` where that is not
  /// empty. What does not read as a whole result of it is passed over, with a warning.
  [[nodiscard]] std::optional<RunResult> find(const Scenario& scenario,
                                              const std::filesystem::path& dump);
  /// Appends a finished scenario. Throws std::runtime_error when the file cannot be written.
  void add(const Scenario& scenario, const RunResult& run, const std::filesystem::path& dump);
  /// Takes the entries of what was found and added away, and the file if nothing is left.
  void complete();

  /// What was passed over, "FILE:LINE: REASON" each.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  struct Entry {
    std::string line;
    int number = 0;
    std::string run;
    std::string dump;
  };

  void read();
  void warn(int line, const std::string& reason);
  [[nodiscard]] std::string others() const;

  std::filesystem::path file_;
  Use use_;
  Descriptor lock_{-1};
  std::map<std::string, Entry> entries_;  // by identity; of equals the last
  std::set<std::string> own_;             // identities
  std::vector<std::string> warnings_;
};

/// What must be equal for a finished run to stand for another: the scenario's values, the program
/// (version and build) and the input files (path, size and time). Printable, whatever bytes paths
/// and texts have.
std::string run_identity(const Scenario& scenario);

}  // namespace scenarios
