#include "parallel/optimizer_step.hpp"

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include "sim/kernels/sum_of_squares.hpp"

namespace parallel {
namespace {

/// One step of one chunk, by the kind of moments it keeps: slices of uniform decay, or where the
/// moments are quantised whole tensors.
class Update {
 public:
  Update(sim::Meters& meters, const OptimizerPlan& plan, ParameterStore& store, std::int64_t step,
         double gradient_factor)
      : meters_(meters),
        plan_(plan),
        store_(store),
        states_(store.states()),
        step_(step),
        gradient_factor_(gradient_factor) {}

  void operator()(AdamWMoments& moments) const {
    for (const Slice& slice : states_.layout().slices) {
      step_slice(slice, moments.first.view(), moments.second.view(), slice.own);
    }
  }

  void operator()(SgdMoments& moments) const {
    const sim::Sgd sgd = {.learning_rate = plan_.adamw.learning_rate, .momentum = plan_.momentum};
    for (const Slice& slice : states_.layout().slices) {
      sim::sgd_step(
          meters_, sgd, gradient_factor_,
          {.weights = states_.weights_of(slice),
           .master = states_.master_of(slice),
           .gradient = states_.gradients_of(slice),
           .momentum = moments.momentum.empty() ? sim::View{}
                                                : part(moments.momentum, slice.own, slice.length),
           .weight_decay = decay_of(slice)});
    }
  }

  void operator()(AdamW8BitMoments& moments) const {
    const auto& tensors = states_.layout().tensors;
    for (std::size_t i = 0; i < tensors.size(); ++i) step_tensor(tensors[i], moments.tensors[i]);
  }

 private:
  static sim::View part(sim::View whole, std::int64_t offset, std::int64_t length) {
    return whole.column_block(offset, length);
  }

  [[nodiscard]] double decay_of(const Slice& slice) const {
    const bool decays = slice.parameter != sim::no_parameter &&
                        !store_.specs()[static_cast<std::size_t>(slice.parameter)].is_vector;
    return decays ? plan_.weight_decay : 0.0;
  }

  /// The slice's fp32 moments begin at `offset` of the given ones.
  void step_slice(const Slice& slice, sim::View first, sim::View second,
                  std::int64_t offset) const {
    sim::adamw_step(meters_, plan_.adamw, step_, gradient_factor_,
                    {.weights = states_.weights_of(slice),
                     .master = states_.master_of(slice),
                     .gradient = states_.gradients_of(slice),
                     .first_moment = part(first, offset, slice.length),
                     .second_moment = part(second, offset, slice.length),
                     .weight_decay = decay_of(slice)});
  }

  void step_tensor(const OptimizerTensor& tensor, TensorMoments& moments) const {
    if (auto* const exact = std::get_if<AdamWMoments>(&moments)) {
      for (const Slice& slice : states_.layout().slices_of(tensor)) {
        step_slice(slice, exact->first.view(), exact->second.view(), slice.own - tensor.own);
      }
      return;
    }
    auto& quantised = std::get<QuantisedMoments>(moments);
    std::vector<sim::DecayRun> decays;
    for (const Slice& slice : states_.layout().slices_of(tensor)) {
      decays.push_back({slice.own + slice.length - tensor.own, decay_of(slice)});
    }
    sim::adamw_8bit_step(meters_, plan_.adamw, step_, gradient_factor_,
                         {.weights = states_.own_weights(tensor.full, tensor.own, tensor.length),
                          .master = states_.own_master(tensor.own, tensor.length),
                          .gradient = states_.own_gradients(tensor.full, tensor.own, tensor.length),
                          .first_moment = {quantised.first_codes, quantised.first_absmax},
                          .second_moment = {quantised.second_codes, quantised.second_absmax},
                          .decays = decays});
  }

  sim::Meters& meters_;
  const OptimizerPlan& plan_;
  ParameterStore& store_;
  ModelStates& states_;
  std::int64_t step_;
  double gradient_factor_;
};

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
    std::visit(Update(meters, plan, *store, step, clip / loss_scale), store->states().moments());
    store->gather_weights();
  }
}

}  // namespace parallel
