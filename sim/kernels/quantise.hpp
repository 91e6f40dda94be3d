#pragma once

#include "sim/view.hpp"

namespace sim {

/// Symmetric quantisation to 8 bits, row by row by the largest magnitude ("absmax"; Dettmers et al.
/// 2022): scale = max|x| / 127, code = x / scale rounded to nearest, ties to even; a row of zeros
/// has scale 0. x [rows, columns] floating; codes int8, of the same shape; scales fp32 [1, rows].
/// Row strides are free. Throws sim::Error when a row holds what is not finite. It is called while
/// a model is set up, which is not measured, and therefore counts no FLOPs.
void quantise_rows(ConstView x, View codes, View scales);

}  // namespace sim
