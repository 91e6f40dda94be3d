#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "sim/ensure.hpp"

namespace ranks {

/// Elements that one call of MPI may span: its counts are int, and inside Open MPI so are their
/// sums over the ranks.
inline constexpr std::int64_t mpi_largest_piece = std::numeric_limits<int>::max();

/// The checked cast at MPI's border.
inline int mpi_count(std::int64_t count) {
  ENSURE(count >= 0 && count <= mpi_largest_piece, count, mpi_largest_piece);
  return static_cast<int>(count);
}

/// Calls body(offset, count) on consecutive pieces of at most `largest` elements; not at all on
/// nothing. All ranks of a group cut alike, because they cut the same size.
template <class Body>
void for_each_piece(std::int64_t size, std::int64_t largest, Body&& body) {
  ENSURE(largest >= 1 && largest <= mpi_largest_piece, largest, mpi_largest_piece);
  for (std::int64_t offset = 0; offset < size; offset += largest) {
    body(offset, std::min(largest, size - offset));
  }
}

}  // namespace ranks
