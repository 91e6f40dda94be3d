#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/checked.hpp"

/// How kernels walk over elements. Work is cut by sizes alone and every piece writes its own
/// elements, so no result depends on the number of threads.
namespace sim::kernels {

/// Fewer elements than this are not worth waking a second thread for.
inline constexpr std::int64_t parallel_elements = std::int64_t{1} << 15;
/// A long row is cut into pieces of this many elements, to be shared by threads.
inline constexpr std::int64_t piece_elements = std::int64_t{1} << 13;

/// body(i) for i in [0, count), as vector code: bodies must not depend on each other.
template <class Body>
void for_each_element(std::int64_t count, const Body& body) {
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) body(i);
}

/// body(index) for index in [0, count) on several threads, `elements` in all.
template <class Body>
void for_each_parallel(std::int64_t count, std::int64_t elements, const Body& body) {
#pragma omp parallel for schedule(static) if (elements >= parallel_elements)
  for (std::int64_t index = 0; index < count; ++index) body(index);
}

/// body(row, first, count) for pieces of the rows of a rows x columns matrix.
template <class Body>
void for_each_piece(std::int64_t rows, std::int64_t columns, const Body& body) {
  const std::int64_t pieces = ceil_divide(columns, piece_elements);
  for_each_parallel(rows * pieces, rows * columns, [&](std::int64_t index) {
    const std::int64_t first = index % pieces * piece_elements;
    body(index / pieces, first, std::min(piece_elements, columns - first));
  });
}

}  // namespace sim::kernels
