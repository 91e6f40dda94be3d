#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace scenarios {

enum class Command : std::uint8_t {
  run,
  sweep,
  dry,
  estimate,
  formulas,
  keys,
  variables,
  quantities,
  import
};

/// What the command line says.
struct Options {
  Command command = Command::run;
  std::vector<std::filesystem::path> scenarios;  // files and folders
  std::map<std::string, std::string> texts;      // of scenarios that are pipes: read once
  std::vector<std::string> overrides;            // --set, as written
  std::vector<std::string> packs;                // --formulas: added to those of every scenario
  std::filesystem::path json;                    // empty: not wanted; "-": standard output
  std::filesystem::path csv;
  std::filesystem::path dump;
  std::filesystem::path verdicts;     // of `sweep`
  std::vector<std::string> names;     // of `formulas`, `keys` ...: what to show; empty: all
  std::filesystem::path output;       // `import -o`; empty: no scenario is written, "-": printed
  std::optional<std::int64_t> ranks;  // `import --ranks`
  std::optional<std::string> format;  // `import --format`
  bool force = false;                 // `import --force`
  bool partial = false;               // `import --partial`
  std::chrono::seconds timeout{600};
  bool quiet = false;
  bool verbose = false;
  bool colour = false;       // of standard output
  bool is_launched = false;  // given by our own launcher to the ranks it starts
  std::size_t width = 0;     // cells of a line of standard output; 0: not yet known

  std::vector<std::string> shown_formulas;    // --formula: patterns of ids
  std::vector<std::string> shown_quantities;  // --quantity
  std::string sort;                           // --sort: a column of a sweep's table
  bool fits = false;                          // --fits: only scenarios that do
  std::size_t top = 0;                        // --top: only the first so many; 0: all

  /// Whether a document goes to standard output; tables then go to standard error.
  [[nodiscard]] bool prints_document() const {
    return json == "-" || csv == "-" || verdicts == "-";
  }
};

}  // namespace scenarios
