#pragma once

#include <string>

#include "scenarios/import/syntax/settings.hpp"

namespace scenarios {

/// YAML in block or flow form. Hyphens of keys become underscores and leading ones go, as
/// GPT-NeoX and Megatron-LM do. A file that is no mapping throws BadInput with the line.
Settings yaml_settings(const std::string& file, const std::string& text);

/// "--num-layers" as "num_layers".
std::string underscored(std::string key);

}  // namespace scenarios
