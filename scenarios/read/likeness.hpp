#pragma once

#include <cstddef>
#include <string_view>

namespace scenarios {

/// How many mistakes turn a dotted name that is known into what was written: edits of the letters
/// (neighbours that change places are one); a name that was not finished ("hardware.memory"); a
/// last part by its initials ("parallel.tp"); a right last part in another section, which is as bad
/// as two letters.
std::size_t mistakes_between(std::string_view written, std::string_view known);

}  // namespace scenarios
