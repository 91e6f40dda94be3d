#pragma once

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// x += bias, in place. x [rows, n] with any row stride; bias [1, n].
void add_bias(Meters& meters, View x, ConstView bias);

/// sums += column sums of x, accumulated in fp32 before one rounding. x [rows, n]; sums [1, n].
/// The gradient of a bias.
void add_column_sums(Meters& meters, ConstView x, View sums);

/// out += x, element by element (same shape). Sums of gradients of two uses.
void add(Meters& meters, ConstView x, View out);

}  // namespace sim
