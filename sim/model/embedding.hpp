#pragma once

#include "sim/model/context.hpp"

namespace sim {

/// What the embedding keeps of one micro-batch: its dropout mask, [shard_rows, h].
struct EmbeddingSaved {
  Tensor dropout_mask;
};

/// x = dropout(word_table[tokens] + positions), the look-ups of the tensor-parallel ranks summed
/// (vocabulary-parallel, Shoeybi et al. 2019). tokens int64 [1, n]; returns [shard_rows, h],
/// charged to `output_owner`.
Tensor embedding_forward(Context& context, const ChunkParameters& parameters, ConstView tokens,
                         Owner output_owner, EmbeddingSaved& saved);

/// Adds the gradients of positions and word table from dx [shard_rows, h], which it frees.
void embedding_backward(Context& context, const ChunkParameters& parameters, ConstView tokens,
                        Tensor dx, EmbeddingSaved& saved);

}  // namespace sim
