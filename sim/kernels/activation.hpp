#pragma once

#include <cstdint>

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// gelu_tanh: u/2 (1 + tanh(sqrt(2/pi) (u + 0.044715 u^3))); gelu: u/2 (1 + erf(u / sqrt 2)), the
/// exact form (both Hendrycks and Gimpel 2016); silu: u / (1 + e^-u) (Elfwing et al. 2017).
enum class Activation : std::uint8_t { gelu_tanh, gelu, silu };

/// The views of a call have one shape and one floating type; row strides are free.

/// y = act(u).
void activation_forward(Meters& meters, Activation activation, ConstView u, View y);
/// du = dy * act'(u); du may be dy.
void activation_backward(Meters& meters, Activation activation, ConstView dy, ConstView u, View du);

/// y = act(gate) * up, a gated linear unit (Shazeer 2020); y may be gate or up.
void gated_forward(Meters& meters, Activation activation, ConstView gate, ConstView up, View y);
/// dgate = dy * up * act'(gate) and dup = dy * act(gate); each may be one of the inputs.
void gated_backward(Meters& meters, Activation activation, ConstView dy, ConstView gate,
                    ConstView up, View dgate, View dup);

}  // namespace sim
