#pragma once

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// Sum of squares of a [1, n] view: two FLOPs an element; fp32 within short runs, double across
/// them. Infinity or NaN in the view shows in the result.
double sum_of_squares(Meters& meters, ConstView x);

}  // namespace sim
