#pragma once

#include <cstdint>

namespace sim {

/// What of a layer's forward is computed again in the backward instead of kept: nothing, the
/// attention core (Korthikanti et al. 2022, section 5), or all but the layer's input (Chen et al.
/// 2016).
enum class Recompute : std::uint8_t { none, selective, full };

/// How activations are kept.
struct ActivationPlan {
  Recompute recompute = Recompute::none;
  bool sequence_parallel = false;  // norms and dropouts on s/t positions a rank; no effect at t=1
  bool partition_activations = false;  // ZeRO-R: checkpoints split over tp (recompute full only)
};

}  // namespace sim
