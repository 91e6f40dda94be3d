#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "parallel/plan.hpp"
#include "parallel/zero/layout.hpp"
#include "sim/kernels/optimizer/states.hpp"
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
  /// The own elements of one of the layout's optimizer tensors, and what the plan's optimizer
  /// remembers of them.
  [[nodiscard]] sim::OptimizedTensor optimized(const OptimizerTensor& tensor,
                                               std::span<const sim::DecayRun> decays);
  [[nodiscard]] sim::OptimizerStates& optimizer(std::size_t tensor) { return *optimizer_[tensor]; }
  /// Empty when the weights themselves are the master.
  [[nodiscard]] sim::View own_master(std::int64_t own, std::int64_t length);
  [[nodiscard]] sim::View master_of(const Slice& slice);

  /// At the start of a step.
  void zero_gradients() { sim::set_zero(gradients_); }

 private:
  StateLayout layout_;
  Sharding sharding_;
  sim::Tensor weights_;
  sim::Tensor gradients_;
  sim::Tensor master_;
  std::vector<std::unique_ptr<sim::OptimizerStates>> optimizer_;  // by optimizer tensor
};

}  // namespace parallel
