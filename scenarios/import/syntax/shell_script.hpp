#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/import/syntax/shell_words.hpp"

namespace scenarios {

/// A shell script as far as it can be read without running it.
struct ShellScript {
  ShellVariables variables;
  std::vector<std::string> assigned;             // names of variables, in the order of the file
  std::vector<std::vector<ShellWord>> commands;  // with variables filled in
  std::vector<std::string> notes;
};

/// Reads assignments (NAME=, NAME+=, arrays, export) and simple commands. What an `if`, a loop, a
/// function, && or || may leave out becomes open.
ShellScript read_shell_script(const std::string& file, std::string_view text);

}  // namespace scenarios
