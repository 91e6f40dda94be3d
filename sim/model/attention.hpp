#pragma once

#include <string>

#include "sim/model/context.hpp"

namespace sim {

/// What self-attention keeps for its backward (Korthikanti et al. 2022, section 4.1).
struct AttentionSaved {
  Tensor qkv_input;  // [n, h]
  Tensor query;      // [n, q/t], as key and value
  Tensor key;
  Tensor value;
  Tensor softmax_output;        // [b * heads * s, s]
  Tensor softmax_dropout_mask;  // only with attention dropout, as the next
  Tensor softmax_dropout_output;
  Tensor projection_input;  // [n, q/t]
  Tensor dropout_mask;      // [n, h], only with hidden dropout
};

/// out = residual + dropout(attention(saved.qkv_input)). `layer` is the layer's number in the
/// whole model (it names the dropout sites). residual, out [n, h].
void attention_forward(Context& context, const LayerIds& ids, std::int64_t layer,
                       ConstView residual, AttentionSaved& saved, View out);

/// Returns the gradient of qkv_input (workspace, summed over the tensor-parallel group), adds the
/// gradients of projection and QKV, and frees `saved` operator by operator.
Tensor attention_backward(Context& context, const LayerIds& ids, ConstView dout,
                          AttentionSaved& saved);

}  // namespace sim
