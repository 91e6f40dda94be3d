#pragma once

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// y = (x - mean) / sqrt(variance + epsilon) * gain + bias, row by row (biased variance).
/// x, y [rows, h]; gain, bias [1, h]; statistics fp32 [rows, 2]: mean and 1/sqrt(variance + eps).
void layer_norm_forward(Meters& meters, ConstView x, ConstView gain, ConstView bias, float epsilon,
                        View y, View statistics);

/// dx = residual_gradient + gradient of the norm towards x. dx may be residual_gradient itself or
/// dy; `residual_gradient` may be empty (dx is then the norm's gradient alone).
void layer_norm_backward_input(Meters& meters, ConstView dy, ConstView x, ConstView gain,
                               ConstView statistics, ConstView residual_gradient, View dx);

/// gain_gradient += sum over rows of dy * (x - mean) * rstd; gain_gradient [1, h].
/// The gradient of the bias is add_column_sums(dy) (bias.hpp).
void layer_norm_backward_gain(Meters& meters, ConstView dy, ConstView x, ConstView statistics,
                              View gain_gradient);

}  // namespace sim
