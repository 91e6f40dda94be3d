#include "parallel/optimizer_step.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/kernels/sum_of_squares.hpp"

namespace parallel {
namespace {

double decay_of(const ParameterStore& store, const OptimizerPlan& plan, const Slice& slice) {
  if (slice.parameter == sim::no_parameter) return 0.0;
  const bool is_vector = store.specs()[static_cast<std::size_t>(slice.parameter)].is_vector;
  return is_vector ? 0.0 : plan.weight_decay;
}

/// The rank's own elements of one chunk.
void update(sim::Meters& meters, const OptimizerPlan& plan, ParameterStore& store,
            const sim::OptimizerStep& step) {
  ModelStates& states = store.states();
  const StateLayout& layout = states.layout();
  std::vector<sim::DecayRun> decays;
  for (std::size_t i = 0; i < layout.tensors.size(); ++i) {
    const OptimizerTensor& tensor = layout.tensors[i];
    decays.clear();
    for (const Slice& slice : layout.slices_of(tensor)) {
      decays.push_back({slice.own + slice.length - tensor.own, decay_of(store, plan, slice)});
    }
    states.optimizer(i).update(meters, step, states.optimized(tensor, decays));
  }
}

}  // namespace

std::optional<double> global_gradient_norm(sim::Meters& meters, Groups& groups,
                                           std::span<ParameterStore* const> stores,
                                           double loss_scale) {
  double squares = 0;
  bool finite = true;
  for (ParameterStore* store : stores) {
    for (const Slice& slice : store->states().layout().slices) {
      const double own = sim::sum_of_squares(meters, store->states().gradients_of(slice));
      finite = finite && std::isfinite(own);
      if (store->counts(slice)) squares += own;
    }
  }
  const bool overflow = groups.control.all_reduce(finite ? 0.0 : 1.0, ranks::Reduction::max) > 0;
  const double total = groups.control.all_reduce(finite ? squares : 0.0);
  if (overflow) return std::nullopt;
  return std::sqrt(total) / loss_scale;
}

void optimizer_step(sim::Meters& meters, const OptimizerPlan& plan,
                    std::span<ParameterStore* const> stores, std::int64_t step,
                    double gradient_norm, double loss_scale) {
  const double clip =
      plan.clip_grad > 0 ? std::min(1.0, plan.clip_grad / (gradient_norm + 1e-6)) : 1.0;
  for (ParameterStore* store : stores) {
    update(meters, plan, *store, {.number = step, .gradient_factor = clip / loss_scale});
    store->gather_weights();
  }
}

}  // namespace parallel
