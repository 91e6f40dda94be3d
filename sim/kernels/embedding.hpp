#pragma once

#include <cstdint>

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// out[i] = table[tokens[i] - first_row], or zero where the token's row is not in this shard.
/// tokens int64 [1, n]; table [rows of the shard, h]; out [n, h]. A copy: no FLOPs.
void embedding_lookup(ConstView tokens, ConstView table, std::int64_t first_row, View out);

/// table_gradient[tokens[i] - first_row] += dy[i]; rows of other shards are skipped but counted:
/// n * h FLOPs on every rank, since nothing counted may depend on the data. Tokens are summed in
/// order, so the result does not depend on the thread count.
void embedding_scatter_add(Meters& meters, ConstView tokens, ConstView dy, std::int64_t first_row,
                           View table_gradient);

/// x[p * batch + j] += positions[first_position + p]; x [s * batch, h] position-major.
void add_positions(Meters& meters, ConstView positions, std::int64_t first_position,
                   std::int64_t batch, View x);

/// positions_gradient[first_position + p] += sum over j of dy[p * batch + j].
void add_positions_gradient(Meters& meters, ConstView dy, std::int64_t first_position,
                            std::int64_t batch, View positions_gradient);

}  // namespace sim
