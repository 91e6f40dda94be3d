#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/import/syntax/settings.hpp"

namespace scenarios {

/// The formats of `import`, in the order in which files of several are read: a named model comes
/// after the files that change it.
enum class Format : std::uint8_t {
  neox,
  megatron,
  torchtitan,
  nanotron,
  picotron,
  summary,
  deepseek_native,
  accelerate,
  deepspeed,
  hugging_face
};

/// A file whose syntax has been read, and what it is.
struct ConfigText {
  Format format = Format::hugging_face;
  Settings settings;
};

/// Reads files: the syntax goes by the extension (.json, .toml, .yml, .yaml, .sh) and else by how
/// the text begins, the format by keys that only that format has. `named` is a word of
/// format_names(): files of which no format or more than one can be told are read as that; where
/// each is told, it is for the only file. Files that cannot be read, have a syntax error or are of
/// no format are `faults`, of all files.
std::vector<ConfigText> read_config_texts(std::span<const std::filesystem::path> files,
                                          const std::optional<std::string>& named,
                                          std::vector<Fault>& faults);

/// Only JSON with a `model_type`, for model.config.
Settings read_json_settings(const std::filesystem::path& path);

/// What --format takes: "hugging-face, deepspeed ..."
std::string format_names();

/// Whether --format takes it.
bool is_format_name(std::string_view name);

}  // namespace scenarios
