#include "sim/model/layer.hpp"

#include <utility>

namespace sim {

Tensor layer_forward(Context& context, const LayerIds& ids, std::int64_t layer, Tensor input,
                     Owner output_owner, LayerSaved& saved) {
  const std::int64_t n = context.tokens();
  const std::int64_t h = context.model.hidden;
  saved.norm_1.input = std::move(input);
  saved.attention.qkv_input = context.make(activation(Item::attention_qkv_input), n, h);
  norm_forward(context, ids.norm_1, Item::norm_1_statistics, saved.norm_1,
               saved.attention.qkv_input);
  saved.norm_2.input = context.make(activation(Item::norm_2_input), n, h);
  attention_forward(context, ids, layer, saved.norm_1.input, saved.attention, saved.norm_2.input);

  saved.mlp.fc1_input = context.make(activation(Item::mlp_fc1_input), n, h);
  norm_forward(context, ids.norm_2, Item::norm_2_statistics, saved.norm_2, saved.mlp.fc1_input);
  Tensor output = context.make(output_owner, n, h);
  mlp_forward(context, ids, layer, saved.norm_2.input, saved.mlp, output);
  return output;
}

Tensor layer_backward(Context& context, const LayerIds& ids, Tensor dout, Owner gradient_owner,
                      LayerSaved& saved) {
  const std::int64_t n = context.tokens();
  const std::int64_t h = context.model.hidden;
  Tensor dnorm = mlp_backward(context, ids, dout, saved.mlp);
  Tensor dmiddle = context.make_workspace(n, h);
  norm_backward(context, ids.norm_2, dnorm, dout, saved.norm_2, dmiddle);
  dout.free();
  dnorm.free();

  dnorm = attention_backward(context, ids, dmiddle, saved.attention);
  Tensor dinput = context.make(gradient_owner, n, h);
  norm_backward(context, ids.norm_1, dnorm, dmiddle, saved.norm_1, dinput);
  return dinput;
}

}  // namespace sim
