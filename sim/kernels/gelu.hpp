#pragma once

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// y = u/2 (1 + tanh(sqrt(2/pi) (u + 0.044715 u^3))), "gelu_tanh" (Hendrycks and Gimpel 2016).
void gelu_tanh_forward(Meters& meters, ConstView u, View y);
/// du = dy * gelu_tanh'(u); du may be dy.
void gelu_tanh_backward(Meters& meters, ConstView dy, ConstView u, View du);

}  // namespace sim
