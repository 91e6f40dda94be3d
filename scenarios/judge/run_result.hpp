#pragma once

#include <cstdint>
#include <optional>
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

}  // namespace scenarios
