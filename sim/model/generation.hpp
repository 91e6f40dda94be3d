#pragma once

#include <vector>

#include "sim/model/context.hpp"
#include "sim/model/parameters.hpp"

namespace sim {

/// Inference: a forward that keeps keys and values alone. In a pass context.batch says which
/// positions go through; context.keeps is false.

/// The caches of `layers` layers from `first_layer` on, for `positions` positions, allocated whole.
std::vector<KvCache> make_caches(const Context& context, std::int64_t first_layer,
                                 std::int64_t layers, std::int64_t positions);

/// One pass through a chunk: tokens int64 [1, n] with the embedding, else `input` [n, h]. Appends
/// to the caches. Returns the output [n, h] of the last layer, charged to `output_owner`.
Tensor generation_pass(Context& context, const ChunkParameters& parameters,
                       std::int64_t first_layer, Tensor input, ConstView tokens,
                       std::vector<KvCache>& caches, Owner output_owner);

/// The most likely next token of each sequence (greedy decoding) from the last layer's output x
/// [n, h]: final norm and logits of the last position alone. int64 [1, b], the same on all
/// tensor-parallel ranks, which compare in two reductions: of the largest logits, fp32, and of
/// their columns, int64.
Tensor next_tokens(Context& context, const ChunkParameters& parameters, ConstView x);

}  // namespace sim
