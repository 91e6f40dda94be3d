#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/enum_table.hpp"

namespace sim {

/// What a byte is for; every byte of a rank belongs to exactly one category.
enum class Category : std::uint8_t {
  weights,
  gradients,
  optimizer,
  activations,
  live_parameters,
  communication,
  inputs,
  workspace
};
inline constexpr std::size_t category_count = enumerator_count<Category>;
std::string_view name_of(Category category);

}  // namespace sim
