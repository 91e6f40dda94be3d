#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// What is asked of an import beside its files.
struct ImportWishes {
  std::vector<std::string> overrides;   // --set, as written
  std::optional<std::int64_t> ranks;    // --ranks
  std::optional<std::string> format{};  // --format, of format_names()
};

/// A finished import: the draft as it would be written, all faults, and the count.
struct ImportResult {
  Imported imported;
  std::vector<Fault> faults;
  std::optional<DenseShape> shape;  // of the scenario; none where the files give no model
};

/// Reads files of any of the formats, each recognised by its extension and its keys; GPT-NeoX files
/// are merged in order, and a Hugging Face config comes after files of other formats. Faults are
/// collected, of all files; only --set that cannot be read throws BadInput.
ImportResult import_files(std::span<const std::filesystem::path> files, const ImportWishes& wishes);

}  // namespace scenarios
