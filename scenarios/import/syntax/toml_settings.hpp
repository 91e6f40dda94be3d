#pragma once

#include <string>

#include "scenarios/import/syntax/settings.hpp"

namespace scenarios {

/// TOML, read by toml++. Throws BadInput with the line of a mistake.
Settings toml_settings(const std::string& file, const std::string& text);

}  // namespace scenarios
