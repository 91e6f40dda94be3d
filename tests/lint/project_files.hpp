#pragma once

#include <map>
#include <string>
#include <string_view>

namespace lint {

/// The text of every file that belongs to the project, by its path relative to the root: the rooms,
/// the tests and what lies at the root, without what builds and runs leave behind.
std::map<std::string, std::string> project_files();

/// Whether `path` names C++.
bool is_source(std::string_view path);

}  // namespace lint
