#include "sim/kernels/optimizer/sgd.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/optimizer_slice.hpp"
#include "sim/kernels/detail/sgd.hpp"

namespace sim {

void sgd_step(Meters& meters, const Sgd& sgd, double gradient_factor, const SgdSlice& slice) {
  const std::int64_t size = slice.weights.columns;
  const bool has_momentum = sgd.momentum != 0.0;
  kernels::ensure_slice(slice.weights, slice.master, slice.gradient);
  if (has_momentum) kernels::ensure_vector(slice.momentum, Dtype::fp32, size);
  ENSURE(has_momentum || slice.momentum.empty(), sgd.momentum, slice.momentum.columns);
  meters.flops.add_elementwise(Checked(has_momentum ? 6 : 4) * slice.weights.size());
  if (slice.weights.shape_only()) return;
  const auto scalars = kernels::sgd_scalars(sgd, gradient_factor, slice.weight_decay);
  kernels::update_weights(
      slice.weights, slice.master, slice.gradient,
      [&]<class Weight, class Gradient>(Weight* weights, const Gradient* gradient) {
        const kernels::SgdOperands<Weight, Gradient, float> operands = {
            .weights = weights,
            .gradient = gradient,
            .momentum = has_momentum ? slice.momentum.as<float>() : nullptr,
            .size = size};
        kernels::sgd_update<float>(scalars, operands);
      });
}

SgdStates::SgdStates(Meters& meters, const Sgd& sgd, std::int64_t size) : sgd_(sgd) {
  if (sgd.momentum != 0.0) momentum_ = make_state(meters, Dtype::fp32, size);
}

void SgdStates::update(Meters& meters, const OptimizerStep& step, const OptimizedTensor& tensor) {
  for_each_decay_run(tensor, [&](std::int64_t first, const OptimizedTensor& part) {
    const View momentum = momentum_;
    sgd_step(meters, sgd_, step.gradient_factor,
             {.weights = part.weights,
              .master = part.master,
              .gradient = part.gradient,
              .momentum =
                  momentum.empty() ? momentum : momentum.column_block(first, part.weights.columns),
              .weight_decay = part.decays[0].weight_decay});
  });
}

}  // namespace sim
