#include "sim/kernels/norm.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/norm.hpp"
#include "sim/kernels/detail/norm_operands.hpp"

namespace sim {
void layer_norm_forward(Meters& meters, ConstView x, ConstView gain, ConstView bias, float epsilon,
                        View y, View statistics) {
  ENSURE(kernels::same_shape(x, y), x.rows, x.columns, y.rows, y.columns);
  ENSURE(kernels::has_shape(gain, 1, x.columns), gain.rows, gain.columns, x.columns);
  ENSURE(kernels::has_shape(bias, 1, x.columns), bias.rows, bias.columns, x.columns);
  ENSURE(x.dtype == y.dtype && x.dtype == gain.dtype && x.dtype == bias.dtype, name_of(x.dtype),
         name_of(y.dtype), name_of(gain.dtype), name_of(bias.dtype));
  kernels::ensure_statistics(statistics, x.rows, 2);
  meters.flops.add_elementwise(Checked(8) * x.size() + Checked(5) * x.rows);
  if (x.shape_only()) return;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    kernels::layer_norm_forward<float>(kernels::matrix<Stored>(x), gain.as<Stored>(),
                                       bias.as<Stored>(), epsilon, kernels::matrix<Stored>(y),
                                       kernels::matrix<float>(statistics));
  });
}

void layer_norm_backward_input(Meters& meters, ConstView dy, ConstView x, ConstView gain,
                               ConstView statistics, ConstView residual_gradient, View dx) {
  const kernels::NormBackwardViews views = {dy, x, gain, statistics, residual_gradient, dx};
  kernels::ensure_norm_backward(views, 2);
  const std::int64_t of_residual = residual_gradient.empty() ? 0 : x.size();
  meters.flops.add_elementwise(Checked(12) * x.size() + Checked(4) * x.rows + of_residual);
  if (x.shape_only()) return;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    kernels::layer_norm_backward_input<float>(kernels::norm_backward<Stored>(views));
  });
}

void layer_norm_backward_gain(Meters& meters, ConstView dy, ConstView x, ConstView statistics,
                              View gain_gradient) {
  kernels::ensure_norm_backward_gain(dy, x, gain_gradient);
  kernels::ensure_statistics(statistics, x.rows, 2);
  meters.flops.add_elementwise(Checked(4) * x.size());
  if (x.shape_only()) return;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    visit_floating(gain_gradient.dtype, [&]<class Sum>(Sum) {
      kernels::layer_norm_backward_gain<float>(
          kernels::matrix<Stored>(dy), kernels::matrix<Stored>(x),
          kernels::matrix<float>(statistics), gain_gradient.as<Sum>());
    });
  });
}

}  // namespace sim
