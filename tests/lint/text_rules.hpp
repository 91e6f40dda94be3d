#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lint {

inline constexpr int longest_source = 250;  // lines

/// What a reader of the project should not meet: a source file that has grown too long, work left
/// undone, a path that exists on one machine only. One sentence a fault, with its line; files that
/// are not text have none.
std::vector<std::string> text_faults(std::string_view path, std::string_view text);

}  // namespace lint
