#include "sim/kernels/activation.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/activation.hpp"

namespace sim {
namespace {

void ensure_alike(ConstView view, ConstView other) {
  ENSURE(kernels::same_shape(view, other), view.rows, view.columns, other.rows, other.columns);
  ENSURE(view.dtype == other.dtype, name_of(view.dtype), name_of(other.dtype));
}

}  // namespace

void activation_forward(Meters& meters, Activation activation, ConstView u, View y) {
  ensure_alike(u, y);
  kernels::visit_activation(activation, [&]<class Function>(Function) {
    meters.flops.add_elementwise(Checked(Function::value_flops) * u.size());
    if (u.shape_only()) return;
    kernels::flatten_if_contiguous(u, y);
    visit_floating(u.dtype, [&]<class Stored>(Stored) {
      kernels::activation_forward<float, Function>(kernels::matrix<Stored>(u),
                                                   kernels::matrix<Stored>(y));
    });
  });
}

void activation_backward(Meters& meters, Activation activation, ConstView dy, ConstView u,
                         View du) {
  ensure_alike(dy, u);
  ensure_alike(u, du);
  kernels::visit_activation(activation, [&]<class Function>(Function) {
    meters.flops.add_elementwise(Checked(Function::derivative_flops + 1) * u.size());
    if (u.shape_only()) return;
    kernels::flatten_if_contiguous(dy, u, du);
    visit_floating(u.dtype, [&]<class Stored>(Stored) {
      kernels::activation_backward<float, Function>(
          kernels::matrix<Stored>(dy), kernels::matrix<Stored>(u), kernels::matrix<Stored>(du));
    });
  });
}

void gated_forward(Meters& meters, Activation activation, ConstView gate, ConstView up, View y) {
  ensure_alike(gate, up);
  ensure_alike(gate, y);
  kernels::visit_activation(activation, [&]<class Function>(Function) {
    meters.flops.add_elementwise(Checked(Function::value_flops + 1) * gate.size());
    if (gate.shape_only()) return;
    kernels::flatten_if_contiguous(gate, up, y);
    visit_floating(gate.dtype, [&]<class Stored>(Stored) {
      kernels::gated_forward<float, Function>(
          kernels::matrix<Stored>(gate), kernels::matrix<Stored>(up), kernels::matrix<Stored>(y));
    });
  });
}

void gated_backward(Meters& meters, Activation activation, ConstView dy, ConstView gate,
                    ConstView up, View dgate, View dup) {
  for (const ConstView view : {dy, up, ConstView(dgate), ConstView(dup)}) ensure_alike(gate, view);
  kernels::visit_activation(activation, [&]<class Function>(Function) {
    constexpr std::int64_t flops = Function::value_flops + Function::derivative_flops + 3;
    meters.flops.add_elementwise(Checked(flops) * gate.size());
    if (gate.shape_only()) return;
    kernels::flatten_if_contiguous(dy, gate, up, dgate, dup);
    visit_floating(gate.dtype, [&]<class Stored>(Stored) {
      kernels::gated_backward<float, Function>(
          kernels::GatedBackward<Stored>{.dy = kernels::matrix<Stored>(dy),
                                         .gate = kernels::matrix<Stored>(gate),
                                         .up = kernels::matrix<Stored>(up),
                                         .dgate = kernels::matrix<Stored>(dgate),
                                         .dup = kernels::matrix<Stored>(dup)});
    });
  });
}

}  // namespace sim
