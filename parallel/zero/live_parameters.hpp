#pragma once

#include <span>
#include <vector>

#include "parallel/zero/model_states.hpp"
#include "ranks/group.hpp"

namespace parallel {

/// ZeRO-3's gathered weights: a module's own parameters are fetched when it is entered, one
/// all-gather a module, and released when it is left. What stays is the rank's shard.
class LiveParameters {
 public:
  LiveParameters(sim::Meters& meters, ModelStates& states, ranks::Group& dp);

  /// Gathers the parameters; all ranks of the group call alike.
  void fetch(std::span<const sim::ParameterId> parameters);
  void release(std::span<const sim::ParameterId> parameters);
  /// The whole parameter, [1, size]; it must be live.
  [[nodiscard]] sim::ConstView at(sim::ParameterId parameter) const;

 private:
  sim::Meters& meters_;
  ModelStates& states_;
  ranks::Group& dp_;
  std::vector<sim::Tensor> live_;  // by parameter, padded to a multiple of the group; empty: away
};

}  // namespace parallel
