#include "sim/kernels/norm.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/norm.hpp"

namespace sim {
namespace {

void ensure_statistics(ConstView statistics, std::int64_t rows) {
  ENSURE(kernels::has_shape(statistics, rows, 2), statistics.rows, statistics.columns, rows);
  ENSURE(statistics.dtype == Dtype::fp32, name_of(statistics.dtype));
}

}  // namespace

void layer_norm_forward(Meters& meters, ConstView x, ConstView gain, ConstView bias, float epsilon,
                        View y, View statistics) {
  ENSURE(kernels::same_shape(x, y), x.rows, x.columns, y.rows, y.columns);
  ENSURE(kernels::has_shape(gain, 1, x.columns), gain.rows, gain.columns, x.columns);
  ENSURE(kernels::has_shape(bias, 1, x.columns), bias.rows, bias.columns, x.columns);
  ENSURE(x.dtype == y.dtype && x.dtype == gain.dtype && x.dtype == bias.dtype, name_of(x.dtype),
         name_of(y.dtype), name_of(gain.dtype), name_of(bias.dtype));
  ensure_statistics(statistics, x.rows);
  meters.flops.add_elementwise(8 * x.size() + 5 * x.rows);
  if (x.shape_only()) return;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    kernels::layer_norm_forward<float>(kernels::matrix<Stored>(x), gain.as<Stored>(),
                                       bias.as<Stored>(), epsilon, kernels::matrix<Stored>(y),
                                       kernels::matrix<float>(statistics));
  });
}

void layer_norm_backward_input(Meters& meters, ConstView dy, ConstView x, ConstView gain,
                               ConstView statistics, ConstView residual_gradient, View dx) {
  ENSURE(kernels::same_shape(dy, x), dy.rows, dy.columns, x.rows, x.columns);
  ENSURE(kernels::same_shape(x, dx), x.rows, x.columns, dx.rows, dx.columns);
  ENSURE(kernels::has_shape(gain, 1, x.columns), gain.rows, gain.columns, x.columns);
  const bool has_residual = !residual_gradient.empty();
  const ConstView residual = has_residual ? residual_gradient : ConstView{.dtype = x.dtype};
  ENSURE(!has_residual || kernels::same_shape(residual, x), residual.rows, residual.columns, x.rows,
         x.columns);
  ENSURE(dy.dtype == x.dtype && gain.dtype == x.dtype && residual.dtype == x.dtype &&
             dx.dtype == x.dtype,
         name_of(dy.dtype), name_of(x.dtype), name_of(gain.dtype), name_of(residual.dtype),
         name_of(dx.dtype));
  ensure_statistics(statistics, x.rows);
  meters.flops.add_elementwise(12 * x.size() + 4 * x.rows + (has_residual ? x.size() : 0));
  if (x.shape_only()) return;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    const kernels::LayerNormBackward<Stored, float> operands = {
        .dy = kernels::matrix<Stored>(dy),
        .x = kernels::matrix<Stored>(x),
        .gain = gain.as<Stored>(),
        .statistics = kernels::matrix<float>(statistics),
        .residual = kernels::matrix<Stored>(residual),
        .dx = kernels::matrix<Stored>(dx)};
    kernels::layer_norm_backward_input<float>(operands);
  });
}

void layer_norm_backward_gain(Meters& meters, ConstView dy, ConstView x, ConstView statistics,
                              View gain_gradient) {
  ENSURE(kernels::same_shape(dy, x), dy.rows, dy.columns, x.rows, x.columns);
  ENSURE(kernels::has_shape(gain_gradient, 1, x.columns), gain_gradient.rows, gain_gradient.columns,
         x.columns);
  ENSURE(dy.dtype == x.dtype, name_of(dy.dtype), name_of(x.dtype));
  ensure_statistics(statistics, x.rows);
  meters.flops.add_elementwise(4 * x.size());
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
