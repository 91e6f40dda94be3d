#pragma once

#include <memory>

#include "sim/model/context.hpp"

namespace sim {

/// What the MLP keeps for its backward.
struct MlpSaved {
  Tensor fc1_input;   // [shard_rows, h]; not with a shared norm, whose output attention keeps
  Tensor gelu_input;  // [tokens, f/t], the activation function's whatever its name
  Tensor gate;        // [tokens, f/t], with a gated linear unit, as the next
  Tensor up;
  Tensor fc2_input;     // [tokens, f/t]
  Tensor dropout_mask;  // [shard_rows, h], only with hidden dropout
};

/// out = residual + dropout(fc2(act(fc1(x)))), or fc2(act(gate(x)) * up(x)) (Shazeer 2020).
/// `layer` names the dropout site; x, residual, out [shard_rows, h].
void mlp_forward(Context& context, const LayerIds& ids, std::int64_t layer, ConstView x,
                 ConstView residual, MlpSaved& saved, View out);

/// Returns this rank's part of the gradient of x [tokens, h] (workspace), adds the gradients of the
/// linears and frees `saved` operator by operator, all but fc1_input. Weight halves that are put
/// off keep what they need; fc1_input is the caller's to leave to them.
Tensor mlp_backward(Context& context, const LayerIds& ids, ConstView x,
                    const std::shared_ptr<Tensor>& dout, MlpSaved& saved);

}  // namespace sim
