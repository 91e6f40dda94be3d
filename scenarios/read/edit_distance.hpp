#pragma once

#include <cstddef>
#include <string_view>

namespace scenarios {

/// The least number of inserted, removed or replaced characters, or neighbours that change places,
/// that turns `a` into `b` (optimal string alignment: no part is edited twice).
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace scenarios
