#pragma once

#include <span>
#include <vector>

#include "parallel/groups.hpp"
#include "sim/meters.hpp"
#include "sim/model/activation_plan.hpp"
#include "sim/model/parameter_spec.hpp"

namespace parallel {

/// Gradients of which tensor-parallel ranks hold only parts (sim::PartialOver), collected and then
/// summed over the group that has them all: one all-reduce a group, packed in `workspace`.
class PartialGradients {
 public:
  PartialGradients(sim::Meters& meters, Groups& groups, const sim::ActivationPlan& activations)
      : meters_(meters), groups_(groups), activations_(activations) {}

  /// Takes the gradient up if `spec` says that it is a part; it must stay alive until sum().
  void add(const sim::ParameterSpec& spec, sim::View gradient);
  /// Sums, in place, what has been added; all ranks of the tensor-parallel group call alike.
  void sum();

 private:
  void sum_over(ranks::Group& group, std::vector<sim::View>& parts);

  sim::Meters& meters_;
  Groups& groups_;
  sim::ActivationPlan activations_;
  std::vector<sim::View> over_tp_;
  std::vector<sim::View> over_kv_sharers_;
};

}  // namespace parallel
