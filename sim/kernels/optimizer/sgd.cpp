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

}  // namespace sim
