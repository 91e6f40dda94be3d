#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ranks/mesh.hpp"
#include "ranks/traffic.hpp"
#include "sim/flops.hpp"
#include "sim/ledger.hpp"
#include "sim/model/parameters.hpp"

namespace parallel {

inline constexpr sim::ModuleId no_module = -1;

/// The bytes of gathered weights that are live after a module was entered or left.
struct LiveChange {
  sim::ModuleId module = no_module;  // none: the step's beginning and end
  std::int64_t bytes = 0;
  bool operator==(const LiveChange&) const = default;
};

/// What one rank held, computed and sent in the last step that was applied. Its numbers are
/// described in measurement_fields.hpp.
struct Measurement {
  int rank = 0;
  std::int64_t count = 1;  // of ranks that measure the same; `rank` is the first of them
  ranks::Coordinates at;
  int dp_group_size = 0;  // of the dp group that the run really made
  std::int64_t parameters =
      0;  // N: elements of the rank's own parameters, the same at every ZeRO stage
  std::int64_t padding = 0;  // elements ZeRO added to them, over the whole dp group
  sim::MemoryReport memory;
  sim::FlopReport flops{};
  ranks::TrafficRecord traffic;
  /// With ZeRO-3's knobs: each chunk's live_parameters as the step began and after each change.
  std::vector<std::vector<LiveChange>> live_parameters_timelines{};
  bool operator==(const Measurement&) const = default;
};

/// What a run leaves behind on every rank: the curve is the same everywhere.
struct TrainingResult {
  std::vector<double> loss;                      // one a step, mean over the global batch's tokens
  std::vector<std::optional<double>> grad_norm;  // unscaled, before clipping; none: step skipped
  std::int64_t skipped_steps = 0;
  std::int64_t parameters = 0;             // P, each tensor once, the vocabulary as padded
  std::optional<Measurement> measurement;  // none when no step was applied
  std::vector<std::int64_t> generated;     // inference: the new tokens, sequence after sequence
};

}  // namespace parallel
