#pragma once

#include <functional>
#include <span>
#include <string>

#include "parallel/groups.hpp"
#include "parallel/plan.hpp"
#include "parallel/zero/gradient_bucket.hpp"
#include "parallel/zero/gradient_reducer.hpp"
#include "parallel/zero/model_states.hpp"
#include "parallel/zero/parameter_coordinator.hpp"
#include "sim/model/context.hpp"

namespace parallel {

/// One chunk's parameters on one rank: where the model finds weights and puts gradients, whatever
/// the ZeRO stage. Collective over the data-parallel group (and the tied pair) where it says so.
class ParameterStore final : public sim::ParameterAccess {
 public:
  ParameterStore(sim::Meters& meters, const Plan& plan, Groups& groups,
                 const sim::ChunkParameters& parameters, PartialGradients& partial,
                 GradientBucket& bucket);

  /// A micro-batch's forward, or the given part of its backward, through the chunk begins.
  void begin_forward() { gathered_.begin(Pass::forward); }
  void begin_backward(Half half, std::int64_t micro_batch);
  void enter(sim::ModuleId module) override { gathered_.enter(module); }
  void leave(sim::ModuleId module) override { gathered_.leave(module); }
  [[nodiscard]] sim::ConstView weight(sim::ParameterId id) const override;
  [[nodiscard]] sim::View begin_gradient(sim::ParameterId id) override;
  void end_gradient(sim::ParameterId id) override { reducer_.end(id); }

  /// After the last backward of the step: adds what tensor-parallel ranks hold only parts of and
  /// what no micro-batch has summed.
  void collect_partial_gradients();
  /// After that: sums over the tied pair and the data-parallel group.
  void reduce_gradients();
  /// After the optimizer: every rank gets the others' pieces (stages 1 and 2; at stage
  /// 3 what stays gathered).
  void gather_weights();

  [[nodiscard]] ModelStates& states() { return states_; }
  [[nodiscard]] const ModelStates& states() const { return states_; }
  [[nodiscard]] const ParameterCoordinator& gathered() const { return gathered_; }
  [[nodiscard]] const std::vector<sim::ParameterSpec>& specs() const { return parameters_.specs; }
  [[nodiscard]] sim::ShardOf tensor_shard() const;
  /// Whether, of all ranks that hold these elements, this one counts them in a sum over the mesh:
  /// what several hold alike counts on the first of them, a tied table on the first stage, padding
  /// nowhere.
  [[nodiscard]] bool counts(const Slice& slice) const;

 private:
  void sum_tied(std::size_t parameter);
  [[nodiscard]] const sim::ParameterSpec& spec(sim::ParameterId id) const {
    return parameters_.specs[static_cast<std::size_t>(id)];
  }

  Groups& groups_;
  PartialGradients& partial_;
  const sim::ChunkParameters& parameters_;
  std::int64_t allgather_bucket_size_;
  ModelStates states_;
  ParameterCoordinator gathered_;
  GradientReducer reducer_;
};

}  // namespace parallel
