#pragma once

#include <filesystem>
#include <string>

namespace scenarios {

/// The whole file. Throws BadInput with the system's reason when it cannot be read.
std::string read_text_file(const std::filesystem::path& path);

}  // namespace scenarios
