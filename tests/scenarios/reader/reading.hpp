#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenarios/load/reader.hpp"
#include "scenarios/read/fault.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace scenarios::test {

/// The smallest whole scenario: T0 of the handed cases, one rank.
inline const std::string t0 =
    "model: {num_layers: 4, hidden_size: 64, num_attention_heads: 4, vocab_size: 128, seq_length: "
    "32}\n"
    "training: {micro_batch_size: 1, global_batch_size: 4}\n";

inline std::vector<Scenario> read_all(const std::string& yaml,
                                      const std::vector<std::string>& overrides = {}) {
  const TemporaryFolder folder;
  const std::vector<std::filesystem::path> paths{folder.write("s.yaml", yaml)};
  return read_scenarios(paths, overrides);
}

inline Scenario read_one(const std::string& yaml, const std::vector<std::string>& overrides = {}) {
  return read_all(yaml, overrides).at(0);
}

/// All faults, one a line, with the folder's name taken off: "s.yaml:3: key: what".
inline std::string faults_of(const std::string& yaml,
                             const std::vector<std::string>& overrides = {}) {
  const TemporaryFolder folder;
  const std::vector<std::filesystem::path> paths{folder.write("s.yaml", yaml)};
  try {
    read_scenarios(paths, overrides);
  } catch (const BadInput& error) {
    std::string text = error.what();
    const std::string prefix = folder.path().string() + "/";
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
      text.erase(at, prefix.size());
    }
    return text;
  }
  return "no fault";
}

}  // namespace scenarios::test
