#include "sim/kernels/rms_norm.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/norm_operands.hpp"
#include "sim/kernels/detail/rms_norm.hpp"

namespace sim {

void rms_norm_forward(Meters& meters, ConstView x, ConstView gain, float epsilon, View y,
                      View statistics) {
  ENSURE(kernels::same_shape(x, y), x.rows, x.columns, y.rows, y.columns);
  ENSURE(kernels::has_shape(gain, 1, x.columns), gain.rows, gain.columns, x.columns);
  ENSURE(x.dtype == y.dtype && x.dtype == gain.dtype, name_of(x.dtype), name_of(y.dtype),
         name_of(gain.dtype));
  kernels::ensure_statistics(statistics, x.rows, 1);
  meters.flops.add_elementwise(Checked(4) * x.size() + Checked(4) * x.rows);
  if (x.shape_only()) return;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    kernels::rms_norm_forward<float>(kernels::matrix<Stored>(x), gain.as<Stored>(), epsilon,
                                     kernels::matrix<Stored>(y),
                                     kernels::matrix<float>(statistics));
  });
}

void rms_norm_backward_input(Meters& meters, ConstView dy, ConstView x, ConstView gain,
                             ConstView statistics, ConstView residual_gradient, View dx) {
  const kernels::NormBackwardViews views = {dy, x, gain, statistics, residual_gradient, dx};
  kernels::ensure_norm_backward(views, 1);
  const std::int64_t of_residual = residual_gradient.empty() ? 0 : x.size();
  meters.flops.add_elementwise(Checked(7) * x.size() + Checked(3) * x.rows + of_residual);
  if (x.shape_only()) return;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    kernels::rms_norm_backward_input<float>(kernels::norm_backward<Stored>(views));
  });
}

void rms_norm_backward_gain(Meters& meters, ConstView dy, ConstView x, ConstView statistics,
                            View gain_gradient) {
  kernels::ensure_norm_backward_gain(dy, x, gain_gradient);
  kernels::ensure_statistics(statistics, x.rows, 1);
  meters.flops.add_elementwise(Checked(3) * x.size());
  if (x.shape_only()) return;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    visit_floating(gain_gradient.dtype, [&]<class Sum>(Sum) {
      kernels::rms_norm_backward_gain<float>(
          kernels::matrix<Stored>(dy), kernels::matrix<Stored>(x),
          kernels::matrix<float>(statistics), gain_gradient.as<Sum>());
    });
  });
}

}  // namespace sim
