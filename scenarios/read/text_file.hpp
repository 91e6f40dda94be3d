#pragma once

#include <filesystem>
#include <string>

namespace scenarios {

/// The whole of a scenario, pack or configuration file, or of a pipe with one. Throws BadInput with
/// the system's reason when it cannot be read, and beyond 64 MiB: a device has no end.
std::string read_text_file(const std::filesystem::path& path);

/// The whole of a file of any size, which must be a regular one. Throws BadInput likewise.
std::string read_data_file(const std::filesystem::path& path);

}  // namespace scenarios
