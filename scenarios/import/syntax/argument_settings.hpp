#pragma once

#include <span>
#include <string>

#include "scenarios/import/syntax/settings.hpp"
#include "scenarios/import/syntax/shell_words.hpp"

namespace scenarios {

/// The arguments of a command line: "--num-layers 32 --swiglu". A flag without a value is true,
/// several values are a list. Words before the first flag throw BadInput, since they are no
/// arguments. A flag or value with an open part becomes an open setting.
Settings argument_settings(const std::string& file, std::span<const ShellWord> words);

/// The same of a text that holds nothing else, in a shell's words: # begins a comment, a backslash
/// joins lines, quotation marks keep spaces.
Settings argument_settings(const std::string& file, const std::string& text);

}  // namespace scenarios
