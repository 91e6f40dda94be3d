#pragma once

#include <string>

#include "scenarios/import/syntax/settings.hpp"

namespace scenarios {

/// JSON as people write it for these tools: // # and /* comments and a comma after the last element
/// are passed over (DeepSpeed reads its files so), and NaN and Infinity, which Python writes, are
/// words. A file that is no JSON object, gives a key twice or passes the limits of bounds.hpp
/// throws BadInput with the line.
Settings json_settings(const std::string& file, const std::string& text);

}  // namespace scenarios
