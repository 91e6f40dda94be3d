#include "sim/kernels/convert.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/convert.hpp"

namespace sim {

void convert(ConstView x, View y) {
  ENSURE(kernels::same_shape(x, y), x.rows, x.columns, y.rows, y.columns);
  if (x.shape_only()) return;
  kernels::flatten_if_contiguous(x, y);
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    visit_floating(y.dtype, [&]<class Converted>(Converted) {
      kernels::convert(kernels::matrix<Stored>(x), kernels::matrix<Converted>(y));
    });
  });
}

void accumulate(ConstView x, View y) {
  ENSURE(kernels::same_shape(x, y), x.rows, x.columns, y.rows, y.columns);
  if (x.shape_only()) return;
  kernels::flatten_if_contiguous(x, y);
  visit_floating(x.dtype, [&]<class Stored>(Stored) {
    visit_floating(y.dtype, [&]<class Sum>(Sum) {
      kernels::add<float>(kernels::matrix<Stored>(x), kernels::matrix<Sum>(y));
    });
  });
}

}  // namespace sim
