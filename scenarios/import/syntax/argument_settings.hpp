#pragma once

#include <string>

#include "scenarios/import/syntax/settings.hpp"

namespace scenarios {

/// The arguments of a command line: "--num-layers 32 --swiglu". A flag without a value is true,
/// several values are a list; # begins a comment, a backslash at the end of a line is passed over.
/// Words before the first flag throw BadInput, since they are no arguments.
Settings argument_settings(const std::string& file, const std::string& text);

}  // namespace scenarios
