#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {

/// Reads a scenario beside a config.json of that text.
inline Scenario read_with_config(const std::string& config, const std::string& yaml) {
  const TemporaryFolder folder;
  folder.write("config.json", config);
  const std::vector<std::filesystem::path> paths{folder.write("s.yaml", yaml)};
  return read_scenarios(paths, {}).at(0);
}

/// The faults of a scenario that is little more than the config; `keys` follow it in `model`.
inline std::string fault_with_config(const std::string& config, const std::string& keys = "") {
  const TemporaryFolder folder;
  folder.write("config.json", config);
  const std::vector<std::filesystem::path> paths{
      folder.write("s.yaml", "model: {config: config.json" + keys +
                                 "}\ntraining: {micro_batch_size: 1, global_batch_size: 1}\n")};
  try {
    read_scenarios(paths, {});
  } catch (const BadInput& error) {
    return error.what();
  }
  return "no fault";
}

}  // namespace scenarios::test
