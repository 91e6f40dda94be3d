#pragma once

#include <string>

#include "sim/model/attention.hpp"

namespace sim {

/// The part of attention without weights, unfused so that what the papers count exists: scores,
/// causal softmax, dropout, sum over values. Fills softmax_* and projection_input from query, key
/// and value.
void attention_core_forward(Context& context, const std::string& dropout_site,
                            AttentionSaved& saved);

/// From the gradient of projection_input to those of query, key and value, all [n, q/t] with any
/// row stride. Frees softmax_*, query, key and value.
void attention_core_backward(Context& context, ConstView doutput, AttentionSaved& saved,
                             View dquery, View dkey, View dvalue);

}  // namespace sim
