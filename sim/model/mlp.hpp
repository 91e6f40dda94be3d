#pragma once

#include "sim/model/context.hpp"

namespace sim {

/// What the MLP keeps for its backward.
struct MlpSaved {
  Tensor fc1_input;     // [n, h]
  Tensor gelu_input;    // [n, f/t]
  Tensor fc2_input;     // [n, f/t]
  Tensor dropout_mask;  // [n, h], only with hidden dropout
};

/// out = residual + dropout(fc2(gelu(fc1(saved.fc1_input)))). `layer` names the dropout site.
void mlp_forward(Context& context, const LayerIds& ids, std::int64_t layer, ConstView residual,
                 MlpSaved& saved, View out);

/// Returns the gradient of fc1_input (workspace, summed over the tensor-parallel group), adds the
/// gradients of both linears and frees `saved` operator by operator.
Tensor mlp_backward(Context& context, const LayerIds& ids, ConstView dout, MlpSaved& saved);

}  // namespace sim
