#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ranks/mesh.hpp"
#include "ranks/traffic.hpp"
#include "sim/flops.hpp"
#include "sim/ledger.hpp"

namespace parallel {

/// What one rank held, computed and sent in the last step that was applied.
struct Measurement {
  int rank = 0;
  ranks::Coordinates at;
  int dp_group_size = 0;  // of the dp group that the run really made
  std::int64_t parameters =
      0;  // N: elements of the rank's own parameters, the same at every ZeRO stage
  std::int64_t padding = 0;  // elements ZeRO added to them, over the whole dp group
  sim::MemoryReport memory;
  sim::FlopReport flops{};
  ranks::TrafficRecord traffic;
};

/// What a run leaves behind on every rank: the curve is the same everywhere.
struct TrainingResult {
  std::vector<double> loss;                      // one a step, mean over the global batch's tokens
  std::vector<std::optional<double>> grad_norm;  // unscaled, before clipping; none: step skipped
  std::int64_t skipped_steps = 0;
  std::int64_t parameters = 0;             // P, each tensor once, the vocabulary as padded
  std::optional<Measurement> measurement;  // none when no step was applied
};

}  // namespace parallel
