#pragma once

#include "sim/kernels/rope.hpp"
#include "sim/model/context.hpp"
#include "sim/model/qkv.hpp"

namespace sim {

/// The angles of `positions` positions; empty where the block has no rotary embedding. Where the
/// meters are shape-only it knows its size and holds no angles.
RotaryTable rotary_table_of(const Meters& meters, const ModelDescription& model,
                            std::int64_t positions);

/// Turns the heads of a query or key (or, backward, of its gradient) by their positions, in place
/// (RoFormer, Su et al. 2021); nothing where the block has no rotary embedding.
void rotate_heads(Context& context, Rotation rotation, std::int64_t head_count, Heads<View> heads);

}  // namespace sim
