#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/files/project_files.hpp"
#include "scenarios/import/formats.hpp"
#include "scenarios/import/import_report.hpp"
#include "scenarios/import/scenario_text.hpp"
#include "scenarios/load/reader.hpp"
#include "scenarios/read/key_table.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace scenarios::test {

/// A published file, copied as it was.
inline std::filesystem::path published(const std::string& name) {
  return project_folder() / "tests/scenarios/import/files" / name;
}

inline ImportResult import_published(const std::vector<std::string>& names,
                                     const ImportWishes& wishes = {}) {
  std::vector<std::filesystem::path> files;
  files.reserve(names.size());
  for (const std::string& name : names) files.push_back(published(name));
  return import_files(files, wishes);
}

/// An import of files that the test writes: {name, text}.
inline ImportResult import_texts(const std::vector<std::pair<std::string, std::string>>& texts,
                                 const ImportWishes& wishes = {}) {
  const TemporaryFolder folder;
  std::vector<std::filesystem::path> files;
  files.reserve(texts.size());
  for (const auto& [name, text] : texts) files.push_back(folder.write(name, text));
  return import_files(files, wishes);
}

inline std::string text_of(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) text += fault.text() + "\n";
  return text;
}

/// What is missing, one a line: what --partial leaves out.
inline std::string missing_text(const ImportResult& result) {
  return text_of(result.imported.missing);
}

/// Why nothing is written even with --partial: faults and obstacles, one a line.
inline std::string refusals_text(const ImportResult& result) {
  return text_of(result.faults) + text_of(result.imported.obstacles);
}

/// Why nothing is written.
inline std::string faults_text(const ImportResult& result) {
  return refusals_text(result) + missing_text(result);
}

inline bool says(const std::vector<std::string>& lines, const std::string& what) {
  for (const std::string& line : lines) {
    if (line.find(what) != std::string::npos) return true;
  }
  return false;
}

/// The scenario that `import --partial` writes, read back by the reader.
inline Scenario read_partial(const ImportResult& result) {
  EXPECT_EQ(refusals_text(result), "");
  const TemporaryFolder folder;
  const std::vector<std::filesystem::path> paths{folder.write("s.yaml", scenario_text(result))};
  return read_scenarios(paths, {}).at(0);
}

/// The scenario that an import writes, of which nothing is missing.
inline Scenario read_back(const ImportResult& result) {
  EXPECT_EQ(missing_text(result), "");
  return read_partial(result);
}

template <class Held>
Held value_of(const Scenario& scenario, const std::string& key) {
  return std::get<Held>(value_at(scenario.values, key).value());
}

}  // namespace scenarios::test
