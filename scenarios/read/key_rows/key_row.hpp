#pragma once

#include <string_view>

#include "scenarios/read/keys.hpp"

namespace scenarios::key_rows {

// Sizes stay below 2^31 so that products of a few of them can be checked before they overflow.
inline constexpr double largest_size = 2147483647.0;
inline constexpr Range size{.low = 1, .high = largest_size};
inline constexpr Range count{.low = 1};
inline constexpr Range positive{.low = 0, .low_open = true};
inline constexpr Range not_negative{.low = 0};
inline constexpr Range below_one{.low = 0, .high = 1, .high_open = true};
inline constexpr Range up_to_one{.low = 0, .high = 1};

/// A row of the key table: the field that `members` lead to, from the outermost struct inwards.
template <auto... members>
constexpr Key key(std::string_view path, KeyRule rule) {
  return {rule, path, field<members...>, field<members...>.type->kind};
}

}  // namespace scenarios::key_rows
