#pragma once

#include <filesystem>
#include <string>

namespace scenarios {

/// What would keep a NewFile from being put at `file`, and empty when nothing would. Tried, with a
/// file of another name beside it that is removed at once: permissions alone do not tell a
/// read-only disk, /proc or a limit on the sizes of files.
std::string file_place_fault(const std::filesystem::path& file);

/// The same for a folder that is made, with those around it, where it is not there.
std::string folder_place_fault(const std::filesystem::path& folder);

}  // namespace scenarios
