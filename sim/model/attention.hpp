#pragma once

#include <memory>
#include <string>

#include "sim/model/context.hpp"
#include "sim/model/norm.hpp"

namespace sim {

/// What self-attention keeps for its backward (Korthikanti et al. 2022, section 4.1).
struct AttentionSaved {
  Tensor qkv_input;      // [shard_rows, h]
  NormSaved query_norm;  // only with query and key norms; input [tokens, q/t]
  NormSaved key_norm;
  Tensor query;  // [tokens, q/t], normed and turned
  Tensor key;    // [tokens, max(k/t, 1) head_dim], as the next
  Tensor value;
  Tensor softmax_output;        // [b * heads * s, s]
  Tensor softmax_dropout_mask;  // only with attention dropout, as the next
  Tensor softmax_dropout_output;
  Tensor projection_input;  // [tokens, q/t]
  Tensor dropout_mask;      // [shard_rows, h], only with hidden dropout
};

/// out = residual + dropout(attention(saved.qkv_input)). `layer` is the layer's number in the
/// whole model (it names the dropout sites). residual, out [shard_rows, h].
void attention_forward(Context& context, const LayerIds& ids, std::int64_t layer,
                       ConstView residual, AttentionSaved& saved, View out);

/// Returns this rank's part of the gradient of qkv_input [tokens, h] (workspace), adds the
/// gradients of projection, query and key norms and QKV, and frees `saved` operator by operator,
/// all but qkv_input. Weight halves that are put off keep what they need; qkv_input is the caller's
/// to leave to them.
Tensor attention_backward(Context& context, const LayerIds& ids, std::int64_t layer,
                          const std::shared_ptr<Tensor>& dout, AttentionSaved& saved);

}  // namespace sim
