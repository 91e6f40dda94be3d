#pragma once

#include <filesystem>
#include <string>

namespace scenarios {

/// The text of a configuration file, without a byte order mark. Throws BadInput when it cannot be
/// read, or with the line of the first byte that is not UTF-8.
std::string read_input_text(const std::filesystem::path& path);

}  // namespace scenarios
