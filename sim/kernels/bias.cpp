#include "sim/kernels/bias.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/convert.hpp"
#include "sim/kernels/detail/bias.hpp"

namespace sim {

void add_bias(Meters& meters, View x, ConstView bias) {
  ENSURE(kernels::has_shape(bias, 1, x.columns), bias.rows, bias.columns, x.columns);
  ENSURE(bias.dtype == x.dtype, name_of(bias.dtype), name_of(x.dtype));
  meters.flops.add_elementwise(x.size());
  if (x.shape_only()) return;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    kernels::add_bias<float>(kernels::matrix<Stored>(x), bias.as<Stored>());
  });
}

void add_column_sums(Meters& meters, ConstView x, View sums) {
  ENSURE(kernels::has_shape(sums, 1, x.columns), sums.rows, sums.columns, x.columns);
  meters.flops.add_elementwise(x.size());
  if (x.shape_only()) return;
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    visit_floating(sums.dtype, [&]<class Sum>(Sum) {
      kernels::add_column_sums<float>(kernels::matrix<Stored>(x), sums.as<Sum>());
    });
  });
}

void add(Meters& meters, ConstView x, View out) {
  ENSURE(kernels::same_shape(x, out), x.rows, x.columns, out.rows, out.columns);
  meters.flops.add_elementwise(x.size());
  accumulate(x, out);
}

}  // namespace sim
