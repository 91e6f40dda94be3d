#pragma once

#include <string>
#include <variant>

#include "scenarios/commands/options.hpp"

namespace scenarios {

/// Nothing more to do: print `text` (to standard output when status is 0) and end.
struct Finished {
  int status = 0;
  std::string text;
};

/// Reads the command line. Help and version are Finished with status 0; what cannot be understood,
/// and commands and options of later versions, with status 2.
std::variant<Options, Finished> parse_command_line(int argc, const char* const* argv);

}  // namespace scenarios
