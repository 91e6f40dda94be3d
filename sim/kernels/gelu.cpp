#include "sim/kernels/gelu.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/gelu.hpp"

namespace sim {

void gelu_tanh_forward(Meters& meters, ConstView u, View y) {
  ENSURE(kernels::same_shape(u, y), u.rows, u.columns, y.rows, y.columns);
  ENSURE(u.dtype == y.dtype, name_of(u.dtype), name_of(y.dtype));
  meters.flops.add_elementwise(8 * u.size());
  if (u.shape_only()) return;
  kernels::flatten_if_contiguous(u, y);
  visit_floating(u.dtype, [&]<class Stored>(Stored) {
    kernels::gelu_tanh_forward<float>(kernels::matrix<Stored>(u), kernels::matrix<Stored>(y));
  });
}

void gelu_tanh_backward(Meters& meters, ConstView dy, ConstView u, View du) {
  ENSURE(kernels::same_shape(dy, u), dy.rows, dy.columns, u.rows, u.columns);
  ENSURE(kernels::same_shape(u, du), u.rows, u.columns, du.rows, du.columns);
  ENSURE(dy.dtype == u.dtype && u.dtype == du.dtype, name_of(dy.dtype), name_of(u.dtype),
         name_of(du.dtype));
  meters.flops.add_elementwise(15 * u.size());
  if (u.shape_only()) return;
  kernels::flatten_if_contiguous(dy, u, du);
  visit_floating(u.dtype, [&]<class Stored>(Stored) {
    kernels::gelu_tanh_backward<float>(kernels::matrix<Stored>(dy), kernels::matrix<Stored>(u),
                                       kernels::matrix<Stored>(du));
  });
}

}  // namespace sim
