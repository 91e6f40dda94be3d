#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"

/// Sums and maxima in a fixed order that vector registers can follow: element i goes to lane
/// i mod 32, and the lanes are folded in halves. Partial sums begin with a copy, so that x terms
/// added to something cost exactly x additions.
namespace sim::kernels {

inline constexpr std::int64_t lane_count = 32;

/// The scalar of sums over a whole buffer: double in production, the scalar itself in tests.
template <class Real>
using Wide = std::conditional_t<std::is_same_v<Real, float>, double, Real>;

/// combine(term(0), term(1), ...), or `none` when there are no terms.
template <class Real, class Term, class Combine>
Real fold_lanes(std::int64_t count, Real none, const Term& term, const Combine& combine) {
  if (count == 0) return none;
  std::array<Real, lane_count> storage{};
  Real* const lanes = storage.data();
  const std::int64_t used = std::min(count, lane_count);
#pragma omp simd
  for (std::int64_t lane = 0; lane < used; ++lane) lanes[lane] = term(lane);
  const std::int64_t whole = count - count % lane_count;
  for (std::int64_t first = lane_count; first < whole; first += lane_count) {
#pragma omp simd
    for (std::int64_t lane = 0; lane < lane_count; ++lane) {
      lanes[lane] = combine(lanes[lane], term(first + lane));
    }
  }
  if (count > lane_count) {
#pragma omp simd
    for (std::int64_t lane = 0; lane < count - whole; ++lane) {
      lanes[lane] = combine(lanes[lane], term(whole + lane));
    }
  }
  for (std::int64_t width = used; width > 1;) {
    const std::int64_t half = (width + 1) / 2;
#pragma omp simd
    for (std::int64_t lane = 0; lane < width - half; ++lane) {
      lanes[lane] = combine(lanes[lane], lanes[half + lane]);
    }
    width = half;
  }
  return lanes[0];
}

/// start + the sum of term(i) over i in [0, count): `count` additions.
template <class Real, class Term>
Real add_terms(Real start, std::int64_t count, const Term& term) {
  if (count == 0) return start;
  return start + fold_lanes(count, Real(0), term, [](Real a, Real b) { return a + b; });
}

template <class Real, class Term>
Real sum_of_terms(std::int64_t count, const Term& term) {
  return add_terms(Real(0), count, term);
}

/// The largest term(i); minus infinity when there are none. NaN terms are passed over.
template <class Real, class Term>
Real largest_term(std::int64_t count, const Term& term) {
  return fold_lanes(count, Real(-std::numeric_limits<float>::infinity()), term,
                    [](Real a, Real b) { return b > a ? b : a; });
}

/// sums[j] += sum over rows of term(row, j), rounded once: rows * columns additions. Tiles of
/// columns belong to threads; rows are added in short runs, which keeps the rounding error of long
/// columns small and needs no memory but two rows of a tile.
template <class Real, class Sum, class Term>
void add_column_sums_of(std::int64_t rows, Sum* sums, std::int64_t columns, const Term& term) {
  constexpr std::int64_t tile_columns = 256;
  constexpr std::int64_t run_rows = 32;
  for_each_parallel(ceil_divide(columns, tile_columns), rows * columns, [&](std::int64_t tile) {
    const std::int64_t first = tile * tile_columns;
    const std::int64_t width = std::min(tile_columns, columns - first);
    std::array<Real, tile_columns> total_storage;
    std::array<Real, tile_columns> run_storage;
    Real* const total = total_storage.data();
    Real* const run = run_storage.data();
    for_each_element(width, [&](std::int64_t j) { total[j] = load<Real>(sums[first + j]); });
    for (std::int64_t run_start = 0; run_start < rows; run_start += run_rows) {
      const std::int64_t run_end = std::min(rows, run_start + run_rows);
      for_each_element(width, [&](std::int64_t j) { run[j] = term(run_start, first + j); });
      for (std::int64_t row = run_start + 1; row < run_end; ++row) {
        for_each_element(width, [&](std::int64_t j) { run[j] = run[j] + term(row, first + j); });
      }
      for_each_element(width, [&](std::int64_t j) { total[j] = total[j] + run[j]; });
    }
    for_each_element(width, [&](std::int64_t j) { sums[first + j] = store<Sum>(total[j]); });
  });
}

}  // namespace sim::kernels
