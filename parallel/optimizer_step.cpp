#include "parallel/optimizer_step.hpp"

#include <algorithm>
#include <cmath>

#include "sim/kernels/sum_of_squares.hpp"

namespace parallel {
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
    ModelStates& states = store->states();
    for (const Slice& slice : states.layout().slices) {
      const bool decays = slice.parameter != sim::no_parameter &&
                          !store->specs()[static_cast<std::size_t>(slice.parameter)].is_vector;
      sim::adamw_step(meters, plan.adamw, step, clip / loss_scale,
                      {.weights = states.weights_of(slice),
                       .master = states.master_of(slice),
                       .gradient = states.gradients_of(slice),
                       .first_moment = states.first_moment_of(slice),
                       .second_moment = states.second_moment_of(slice),
                       .weight_decay = decays ? plan.weight_decay : 0.0});
    }
    store->gather_weights();
  }
}

}  // namespace parallel
