#pragma once

#include <filesystem>
#include <string>

namespace scenarios {

/// The whole file. Throws BadInput with the system's reason when it cannot be read.
std::string read_text_file(const std::filesystem::path& path);

/// Writes a file so that a reader finds the old contents or the new, never a part: under a
/// temporary name beside it, renamed at the end. Throws std::runtime_error with the reason.
void write_text_file(const std::filesystem::path& path, const std::string& text);

}  // namespace scenarios
