#pragma once

#include <cstdint>

namespace ranks {

/// What an all_reduce does with the values of the group.
enum class Reduction : std::uint8_t { sum, max };

}  // namespace ranks
