#pragma once

#include <cstdint>
#include <filesystem>

#include "scenarios/import/syntax/settings.hpp"

namespace scenarios {

/// The formats of `import`, in the order in which files of several are read: a named model comes
/// after the files that change it.
enum class Format : std::uint8_t {
  neox,
  megatron,
  torchtitan,
  picotron,
  summary,
  deepseek_native,
  deepspeed,
  hugging_face
};

/// A file whose syntax has been read, and what it is.
struct ConfigText {
  Format format = Format::hugging_face;
  Settings settings;
};

/// Reads a file. The syntax goes by the extension (.json, .toml, .yml, .yaml) and else by how the
/// text begins, the format by the keys. Throws BadInput when the file cannot be read, has a syntax
/// error, or is of no known format.
ConfigText read_config_text(const std::filesystem::path& path);

/// Only JSON with a `model_type`, for model.config.
Settings read_json_settings(const std::filesystem::path& path);

}  // namespace scenarios
