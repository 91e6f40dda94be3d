#pragma once

#include <string>
#include <string_view>

namespace scenarios {

/// A text as it may be printed on one line: control characters, those of C1 too, become \n, \t,
/// \x1b or \u0085. The text is UTF-8.
std::string printable(std::string_view text);

}  // namespace scenarios
