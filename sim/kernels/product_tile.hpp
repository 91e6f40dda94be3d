#pragma once

#include <cstdint>

#include "sim/kernels/product.hpp"
#include "sim/view.hpp"

namespace sim::kernels {

/// Outputs are computed in tiles of this size; a tile belongs to one thread.
inline constexpr std::int64_t tile_rows = 256;
inline constexpr std::int64_t tile_columns = 256;

/// out = left * right or out += left * right on one thread, for outputs of at most one tile whose
/// shapes agree. Counts nothing: multiply() does.
void multiply_tile(View out, Operand left, Operand right, Into into);

}  // namespace sim::kernels
