#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/detail/sums.hpp"

namespace sim::kernels {

/// Two FLOPs an element. Runs are summed in Real and added in order in the wider scalar; a group of
/// runs is shared by the threads.
template <class Real, class Stored>
Wide<Real> sum_of_squares(const Stored* x, std::int64_t size) {
  constexpr std::int64_t run = 4096;
  constexpr std::int64_t group_runs = 64;
  auto total = Wide<Real>(0);
  for (std::int64_t start = 0; start < size; start += run * group_runs) {
    const std::int64_t elements = std::min(run * group_runs, size - start);
    const std::int64_t runs = ceil_divide(elements, run);
    std::array<Real, group_runs> partial;
    for_each_parallel(runs, elements, [&](std::int64_t index) {
      const Stored* const values = x + start + index * run;
      partial[static_cast<std::size_t>(index)] = fold_lanes(
          std::min(run, elements - index * run), Real(0.0F),
          [=](std::int64_t i) {
            const auto value = load<Real>(values[i]);
            return value * value;
          },
          [](Real a, Real b) { return a + b; });
    });
    for (std::int64_t index = 0; index < runs; ++index) {
      total = total + static_cast<Wide<Real>>(partial[static_cast<std::size_t>(index)]);
    }
  }
  return total;
}

}  // namespace sim::kernels
