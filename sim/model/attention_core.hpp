#pragma once

#include <string>

#include "sim/model/attention.hpp"
#include "sim/model/qkv.hpp"

namespace sim {

/// The part of attention without weights, unfused so that what the papers count exists: scores,
/// causal softmax, dropout, sum over values. Fills projection_input, and what the backward needs of
/// softmax_*, from query, key and value; a key/value head serves a / k query heads.
void attention_core_forward(Context& context, const std::string& dropout_site,
                            AttentionSaved& saved);

/// Computes softmax_* (and once more their sum over values) again, as `recompute`: selective
/// recomputation keeps none of them.
void attention_core_replay(Context& context, const std::string& dropout_site,
                           AttentionSaved& saved);

/// From the gradient of projection_input to those of query, key and value. Frees softmax_*, query,
/// key and value.
void attention_core_backward(Context& context, ConstView doutput, AttentionSaved& saved,
                             QkvGradient& gradient);

}  // namespace sim
