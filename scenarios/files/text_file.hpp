#pragma once

#include <filesystem>
#include <string>

namespace scenarios {

/// The whole file. Throws BadInput with the system's reason when it cannot be read.
std::string read_text_file(const std::filesystem::path& path);

/// Writes a NewFile at once. Throws std::runtime_error with the reason.
void write_text_file(const std::filesystem::path& path, const std::string& text);

}  // namespace scenarios
