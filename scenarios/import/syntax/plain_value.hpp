#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace scenarios {

/// What an unquoted word of YAML or of a command line means: true, null, 4, 1e-3, or text. Python's
/// True, False, None and 220_000_000 count as well.
nlohmann::json plain_value(const std::string& word);

}  // namespace scenarios
