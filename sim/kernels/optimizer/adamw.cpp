#include "sim/kernels/optimizer/adamw.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/adamw.hpp"
#include "sim/kernels/detail/optimizer_slice.hpp"

namespace sim {

void adamw_step(Meters& meters, const AdamW& adamw, std::int64_t step, double gradient_factor,
                const AdamWSlice& slice) {
  const std::int64_t size = slice.weights.columns;
  kernels::ensure_slice(slice.weights, slice.master, slice.gradient);
  kernels::ensure_vector(slice.first_moment, Dtype::fp32, size);
  kernels::ensure_vector(slice.second_moment, Dtype::fp32, size);
  ENSURE(step >= 1, step);
  meters.flops.add_elementwise(Checked(15) * slice.weights.size());
  if (slice.weights.shape_only()) return;
  const auto scalars = kernels::adamw_scalars(adamw, step, gradient_factor, slice.weight_decay);
  kernels::update_weights(
      slice.weights, slice.master, slice.gradient,
      [&]<class Weight, class Gradient>(Weight* weights, const Gradient* gradient) {
        kernels::adamw_update<float>(scalars, kernels::AdamWOperands<Weight, Gradient, float>{
                                                  .weights = weights,
                                                  .gradient = gradient,
                                                  .first_moment = slice.first_moment.as<float>(),
                                                  .second_moment = slice.second_moment.as<float>(),
                                                  .size = size});
      });
}

AdamWStates::AdamWStates(Meters& meters, const AdamW& adamw, std::int64_t size)
    : adamw_(adamw),
      first_moment_(make_state(meters, Dtype::fp32, size)),
      second_moment_(make_state(meters, Dtype::fp32, size)) {}

void AdamWStates::update(Meters& meters, const OptimizerStep& step, const OptimizedTensor& tensor) {
  for_each_decay_run(tensor, [&](std::int64_t first, const OptimizedTensor& part) {
    const std::int64_t count = part.weights.columns;
    adamw_step(meters, adamw_, step.number, step.gradient_factor,
               {.weights = part.weights,
                .master = part.master,
                .gradient = part.gradient,
                .first_moment = first_moment_.view().column_block(first, count),
                .second_moment = second_moment_.view().column_block(first, count),
                .weight_decay = part.decays[0].weight_decay});
  });
}

}  // namespace sim
