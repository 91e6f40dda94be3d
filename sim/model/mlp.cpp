#include "sim/model/mlp.hpp"

#include "sim/kernels/activation.hpp"
#include "sim/kernels/bias.hpp"
#include "sim/model/linear.hpp"

namespace sim {
namespace {

BranchEnd fc2_of(const LayerIds& ids, std::int64_t layer) {
  return {ids.fc2, Item::mlp_dropout_mask, "layer." + std::to_string(layer) + ".mlp.dropout"};
}

}  // namespace

void mlp_forward(Context& context, const LayerIds& ids, std::int64_t layer, ConstView residual,
                 MlpSaved& saved, View out) {
  const std::int64_t n = context.tokens();
  const std::int64_t width = context.sizes.ffn_hidden;
  saved.gelu_input = context.make(activation(Item::mlp_gelu_input), n, width);
  {
    const ModuleScope scope(context.parameters, ids.fc1.module);
    linear_forward(context, ids.fc1, saved.fc1_input, 0, saved.gelu_input);
    const ConstView bias = bias_of(context, ids.fc1, 0, width);
    if (bias.data != nullptr) add_bias(context.meters, saved.gelu_input, bias);
  }
  saved.fc2_input = context.make(activation(Item::mlp_fc2_input), n, width);
  activation_forward(context.meters, context.model.block.activation, saved.gelu_input,
                     saved.fc2_input);
  branch_end_forward(context, fc2_of(ids, layer), saved.fc2_input, residual, saved.dropout_mask,
                     out);
}

Tensor mlp_backward(Context& context, const LayerIds& ids, ConstView dout, MlpSaved& saved) {
  Tensor dgelu =
      branch_end_backward(context, fc2_of(ids, 0), dout, saved.dropout_mask, saved.fc2_input);
  activation_backward(context.meters, context.model.block.activation, dgelu, saved.gelu_input,
                      dgelu);
  saved.gelu_input.free();
  return column_linear_backward(context, ids.fc1, dgelu, saved.fc1_input);
}

}  // namespace sim
