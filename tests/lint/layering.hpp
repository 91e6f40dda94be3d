#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lint {

/// Where the #include lines of one file break the arrow sim <- ranks <- parallel <- scenarios, or
/// that between the folders of scenarios/, or bring a library into a folder that must do without
/// it; one sentence a fault, none: the file is right. `path` is relative to the root of the project
/// and decides what is allowed.
std::vector<std::string> layering_faults(std::string_view path, std::string_view text);

}  // namespace lint
