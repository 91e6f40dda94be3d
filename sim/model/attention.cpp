#include "sim/model/attention.hpp"

#include "sim/kernels/bias.hpp"
#include "sim/model/attention_core.hpp"
#include "sim/model/linear.hpp"

namespace sim {
namespace {

BranchEnd projection_of(const LayerIds& ids, std::int64_t layer) {
  return {ids.projection, Item::attention_dropout_mask,
          "layer." + std::to_string(layer) + ".attention.dropout"};
}

/// One of Q, K, V: its columns of the fused linear's output, with bias.
Tensor project(Context& context, const LinearIds& qkv, ConstView x, Item item, std::int64_t block) {
  const std::int64_t width = context.sizes.query_width;
  Tensor y = context.make(activation(item), x.rows, width);
  linear_forward(context, qkv, x, block * width, y);
  const ConstView bias = bias_of(context, qkv, block * width, width);
  if (bias.data != nullptr) add_bias(context.meters, y, bias);
  return y;
}

}  // namespace

void attention_forward(Context& context, const LayerIds& ids, std::int64_t layer,
                       ConstView residual, AttentionSaved& saved, View out) {
  {
    const ModuleScope scope(context.parameters, ids.qkv.module);
    saved.query = project(context, ids.qkv, saved.qkv_input, Item::attention_query, 0);
    saved.key = project(context, ids.qkv, saved.qkv_input, Item::attention_key, 1);
    saved.value = project(context, ids.qkv, saved.qkv_input, Item::attention_value, 2);
  }
  attention_core_forward(context, "layer." + std::to_string(layer) + ".attention.softmax_dropout",
                         saved);
  branch_end_forward(context, projection_of(ids, layer), saved.projection_input, residual,
                     saved.dropout_mask, out);
}

Tensor attention_backward(Context& context, const LayerIds& ids, ConstView dout,
                          AttentionSaved& saved) {
  const Tensor dcore = branch_end_backward(context, projection_of(ids, 0), dout, saved.dropout_mask,
                                           saved.projection_input);
  const std::int64_t width = context.sizes.query_width;
  Tensor dqkv = context.make_workspace(dcore.rows(), 3 * width);
  attention_core_backward(context, dcore, saved, dqkv.view().column_block(0, width),
                          dqkv.view().column_block(width, width),
                          dqkv.view().column_block(2 * width, width));
  return column_linear_backward(context, ids.qkv, dqkv, saved.qkv_input);
}

}  // namespace sim
