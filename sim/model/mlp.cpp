#include "sim/model/mlp.hpp"

#include "sim/kernels/activation.hpp"
#include "sim/model/branch.hpp"
#include "sim/model/region.hpp"
#include "sim/model/weight_halves.hpp"

namespace sim {
namespace {

BranchEnd fc2_of(const LayerIds& ids, std::int64_t layer) {
  return {ids.fc2, Item::mlp_dropout_mask, "layer." + std::to_string(layer) + ".mlp.dropout"};
}

Tensor column_parallel(Context& context, const LinearIds& ids, ConstView x, Item item) {
  const ModuleScope scope(context.parameters, ids.module);
  Tensor y = context.make(context.saved(item), x.rows, context.sizes.ffn_hidden);
  linear_forward(context, ids, x, 0, y);
  return y;
}

/// Fills fc2_input from x [shard_rows, h].
void widen(Context& context, const LayerIds& ids, ConstView x, MlpSaved& saved) {
  const Activation activation = context.model.block.activation;
  {
    const Gathered whole(context, x, Category::communication);
    if (context.model.block.gated_linear_unit) {
      saved.gate = column_parallel(context, ids.gate, whole.view(), Item::mlp_gate);
      saved.up = column_parallel(context, ids.up, whole.view(), Item::mlp_up);
    } else {
      saved.gelu_input = column_parallel(context, ids.fc1, whole.view(), Item::mlp_gelu_input);
    }
  }
  saved.fc2_input =
      context.make(context.saved(Item::mlp_fc2_input), context.tokens(), context.sizes.ffn_hidden);
  if (context.model.block.gated_linear_unit) {
    gated_forward(context.meters, activation, saved.gate, saved.up, saved.fc2_input);
  } else {
    activation_forward(context.meters, activation, saved.gelu_input, saved.fc2_input);
  }
  context.release(saved.gelu_input);
  context.release(saved.gate);
  context.release(saved.up);
}

Tensor gated_mlp_backward(Context& context, const LayerIds& ids, ConstView x, ConstView dproduct,
                          MlpSaved& saved) {
  Tensor dgate = context.make_workspace(dproduct.rows, dproduct.columns);
  Tensor dup = context.make_workspace(dproduct.rows, dproduct.columns);
  gated_backward(context.meters, context.model.block.activation, dproduct, saved.gate, saved.up,
                 dgate, dup);
  saved.gate.free();
  saved.up.free();
  Tensor dx = context.make_workspace(context.tokens(), context.model.hidden);
  LinearsBackward linears(context, x);
  linears.run(ids.up, dup, dup, dx);
  linears.run(ids.gate, dgate, dgate, dx, Into::add);
  keep_output_gradient(context, dup, Item::mlp_up_output_gradient);
  keep_output_gradient(context, dgate, Item::mlp_gate_output_gradient);
  return dx;
}

Tensor plain_mlp_backward(Context& context, const LayerIds& ids, ConstView x, Tensor& dactivation,
                          MlpSaved& saved) {
  activation_backward(context.meters, context.model.block.activation, dactivation, saved.gelu_input,
                      dactivation);
  saved.gelu_input.free();
  Tensor dx = context.make_workspace(context.tokens(), context.model.hidden);
  LinearsBackward(context, x).run(ids.fc1, dactivation, dactivation, dx);
  keep_output_gradient(context, dactivation, Item::mlp_fc1_output_gradient);
  return dx;
}

}  // namespace

void mlp_forward(Context& context, const LayerIds& ids, std::int64_t layer, ConstView x,
                 ConstView residual, MlpSaved& saved, View out) {
  widen(context, ids, x, saved);
  branch_end_forward(context, fc2_of(ids, layer), saved.fc2_input, residual, saved.dropout_mask,
                     out);
  context.release(saved.fc2_input);
}

Tensor mlp_backward(Context& context, const LayerIds& ids, ConstView x,
                    const std::shared_ptr<Tensor>& dout, MlpSaved& saved) {
  Tensor dfc2_input = branch_end_backward(context, ids.fc2, Item::mlp_fc2_output_gradient, dout,
                                          saved.dropout_mask, saved.fc2_input);
  return context.model.block.gated_linear_unit
             ? gated_mlp_backward(context, ids, x, dfc2_input, saved)
             : plain_mlp_backward(context, ids, x, dfc2_input, saved);
}

}  // namespace sim
