#pragma once

#include <span>
#include <vector>

#include "parallel/zero/model_states.hpp"
#include "ranks/group.hpp"

namespace parallel {

/// ZeRO-3's gathered weights, beside the rank's shards. Who gathers and releases what, and when, is
/// ParameterCoordinator's business.
class LiveParameters {
 public:
  LiveParameters(sim::Meters& meters, ModelStates& states, ranks::Group& dp);

  /// Gathers parameters that are away in one all-gather; all ranks of the group call alike. No
  /// parameters: no call.
  void fetch(std::span<const sim::ParameterId> parameters);
  /// Gathers anew what is live, into the same memory.
  void refresh(std::span<const sim::ParameterId> parameters);
  void release(std::span<const sim::ParameterId> parameters);
  /// The whole parameter, [1, size]; it must be live.
  [[nodiscard]] sim::ConstView at(sim::ParameterId parameter) const;
  /// What is live, with padding.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

 private:
  sim::Meters& meters_;
  ModelStates& states_;
  ranks::Group& dp_;
  std::vector<sim::Tensor> live_;  // by parameter, padded to a multiple of the group; empty: away
  std::int64_t bytes_ = 0;
};

}  // namespace parallel
