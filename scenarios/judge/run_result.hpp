#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "parallel/measurement.hpp"

namespace scenarios {

/// What one run of a scenario left behind, gathered from all ranks.
struct RunResult {
  bool is_dry = false;          // shape-only: nothing was computed, so there is no curve
  std::int64_t parameters = 0;  // P of the model as it runs, each tensor once
  std::int64_t skipped_steps = 0;
  std::vector<double> loss;                      // one a step
  std::vector<std::optional<double>> grad_norm;  // one a step; none: skipped
  std::vector<std::int64_t> generated;           // inference: new tokens, sequence by sequence
  std::vector<parallel::Measurement> ranks;      // in order, or one a class; empty: no step applied
};

/// The rank, or class of ranks, that held most when its total peaked; of equals the first. There
/// must be one.
inline const parallel::Measurement& fullest_of(std::span<const parallel::Measurement> ranks) {
  return *std::ranges::max_element(
      ranks, {}, [](const parallel::Measurement& rank) { return rank.memory.total_peak; });
}

}  // namespace scenarios
