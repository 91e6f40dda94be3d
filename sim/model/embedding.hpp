#pragma once

#include "sim/model/context.hpp"

namespace sim {

/// What the embedding keeps of one micro-batch: its dropout mask, [n, h].
struct EmbeddingSaved {
  Tensor dropout_mask;
};

/// x = dropout(word_table[tokens] + positions), the look-ups of the tensor-parallel ranks summed
/// (vocabulary-parallel, Shoeybi et al. 2019). tokens int64 [1, n]; returns [n, h], charged to
/// `output_owner`.
Tensor embedding_forward(Context& context, const ChunkParameters& parameters, ConstView tokens,
                         Owner output_owner, EmbeddingSaved& saved);

/// Adds the gradients of positions and word table from dx [n, h], which it overwrites.
void embedding_backward(Context& context, const ChunkParameters& parameters, ConstView tokens,
                        View dx, EmbeddingSaved& saved);

}  // namespace sim
