#pragma once

#include <string>

#include "scenarios/import/syntax/settings.hpp"

namespace scenarios {

/// TOML, read by toml++. Throws BadInput with the line of a mistake, or where the text passes the
/// limits of bounds.hpp.
Settings toml_settings(const std::string& file, const std::string& text);

}  // namespace scenarios
