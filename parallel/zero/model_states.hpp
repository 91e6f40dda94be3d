#pragma once

#include "parallel/plan.hpp"
#include "parallel/zero/layout.hpp"
#include "parallel/zero/moments.hpp"
#include "sim/tensor.hpp"

namespace parallel {

/// The buffers of one chunk's model states, each whole or split as its ZeRO stage says. Weights
/// and gradients that are whole hold every unit with its padding; what is split, and every
/// optimizer state, holds only the rank's own elements.
class ModelStates {
 public:
  ModelStates(sim::Meters& meters, const PrecisionPlan& precision, const OptimizerPlan& optimizer,
              Sharding sharding, StateLayout layout);

  [[nodiscard]] const StateLayout& layout() const { return layout_; }
  [[nodiscard]] Sharding sharding() const { return sharding_; }

  /// [1, n] views. Whole buffers exist only where the stage does not split them.
  [[nodiscard]] sim::View whole_weights(std::int64_t full, std::int64_t length);
  [[nodiscard]] sim::ConstView whole_weights(std::int64_t full, std::int64_t length) const;
  [[nodiscard]] sim::View whole_gradients(std::int64_t full, std::int64_t length);
  /// A run of own elements that lies at `full` in a whole buffer and at `own` in a split one.
  [[nodiscard]] sim::View own_weights(std::int64_t full, std::int64_t own, std::int64_t length);
  [[nodiscard]] sim::View own_gradients(std::int64_t full, std::int64_t own, std::int64_t length);

  [[nodiscard]] sim::View weights_of(const Slice& slice);
  [[nodiscard]] sim::View gradients_of(const Slice& slice);
  /// Empty when the weights themselves are the master.
  [[nodiscard]] sim::View own_master(std::int64_t own, std::int64_t length);
  [[nodiscard]] sim::View master_of(const Slice& slice);
  /// What the optimizer remembers from step to step.
  [[nodiscard]] Moments& moments() { return moments_; }

  /// At the start of a step.
  void zero_gradients() { sim::set_zero(gradients_); }

 private:
  StateLayout layout_;
  Sharding sharding_;
  sim::Tensor weights_;
  sim::Tensor gradients_;
  sim::Tensor master_;
  Moments moments_;
};

}  // namespace parallel
