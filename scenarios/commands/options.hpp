#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace scenarios {

enum class Command : std::uint8_t { run, sweep, dry, estimate, formulas, import };

/// What the command line says.
struct Options {
  Command command = Command::run;
  std::vector<std::filesystem::path> scenarios;  // files and folders
  std::map<std::string, std::string> texts;      // of scenarios that are pipes: read once
  std::vector<std::string> overrides;            // --set, as written
  std::vector<std::string> packs;                // --formulas: added to those of every scenario
  std::filesystem::path json;                    // empty: not wanted
  std::filesystem::path csv;
  std::filesystem::path dump;
  std::filesystem::path verdicts;     // of `sweep`
  std::string pack;                   // `formulas --pack`; empty: all
  std::filesystem::path output;       // `import -o`; empty: no scenario is written, "-": printed
  std::optional<std::int64_t> ranks;  // `import --ranks`
  bool force = false;                 // `import --force`
  std::chrono::seconds timeout{600};
  bool quiet = false;
  bool verbose = false;
  bool colour = false;       // of standard output
  bool is_launched = false;  // given by our own launcher to the ranks it starts
};

}  // namespace scenarios
