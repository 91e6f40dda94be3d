#pragma once

#include "sim/model/norm.hpp"

namespace sim {

/// What the head keeps of one micro-batch.
struct HeadSaved {
  NormSaved norm;
  Tensor input;   // [shard_rows, h]
  Tensor logits;  // fp32 [tokens, V/t]; probabilities, then their gradient, overwrite it
};

/// Final norm, logits and cross-entropy over the split vocabulary. Keeps `input` as norm.input.
/// labels int64 [1, tokens]. Returns the sum of the losses of the micro-batch's tokens, the same on
/// all tensor-parallel ranks.
double head_forward(Context& context, const ChunkParameters& parameters, Tensor input,
                    ConstView labels, HeadSaved& saved);

/// Returns the gradient of the head's input (workspace), adds those of head and final norm, and
/// frees `saved` operator by operator.
Tensor head_backward(Context& context, const ChunkParameters& parameters, ConstView labels,
                     HeadSaved& saved);

}  // namespace sim
