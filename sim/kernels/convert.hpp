#pragma once

#include "sim/view.hpp"

namespace sim {

/// y = x converted to y's dtype, element by element (same shape). No FLOPs.
void convert(ConstView x, View y);

/// y += x (staging to the own gradient piece). It belongs to a reduction over ranks, whose sums
/// are traffic, not FLOPs (MPI's are not counted either).
void accumulate(ConstView x, View y);

}  // namespace sim
