#pragma once

#include <cstddef>
#include <string_view>

namespace scenarios {

/// The least number of inserted, removed or replaced characters that turns `a` into `b`
/// (Levenshtein 1966), by the usual table of two rows.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace scenarios
