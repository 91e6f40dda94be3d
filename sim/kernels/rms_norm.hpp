#pragma once

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// y = x / sqrt(mean(x^2) + epsilon) * gain, row by row (Zhang and Sennrich 2019). x, y [rows, h]
/// of one type with gain [1, h]; statistics fp32 [rows, 1]: 1/sqrt(mean(x^2) + epsilon).
void rms_norm_forward(Meters& meters, ConstView x, ConstView gain, float epsilon, View y,
                      View statistics);

/// dx = residual_gradient + gradient of the norm towards x. dx may be residual_gradient itself or
/// dy; `residual_gradient` may be empty (dx is then the norm's gradient alone).
void rms_norm_backward_input(Meters& meters, ConstView dy, ConstView x, ConstView gain,
                             ConstView statistics, ConstView residual_gradient, View dx);

/// gain_gradient += sum over rows of dy * x * rstd; gain_gradient [1, h].
void rms_norm_backward_gain(Meters& meters, ConstView dy, ConstView x, ConstView statistics,
                            View gain_gradient);

}  // namespace sim
