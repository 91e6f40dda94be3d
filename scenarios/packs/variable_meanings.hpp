#pragma once

#include <span>
#include <string_view>

namespace scenarios {

/// A name that expressions may use beside the keys, and what it stands for.
struct VariableMeaning {
  std::string_view name;
  std::string_view meaning;
  std::string_view key{};  // whose number it is; empty: derived
  bool of_rank = false;    // differs from rank to rank
};

/// All of them, in the order of the alphabet of the documents; `L_chunk.0` stands for all chunks.
std::span<const VariableMeaning> variable_meanings();

}  // namespace scenarios
