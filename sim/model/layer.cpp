#include "sim/model/layer.hpp"

#include <memory>
#include <utility>

#include "sim/kernels/bias.hpp"
#include "sim/model/region.hpp"
#include "sim/model/weight_halves.hpp"

namespace sim {
namespace {

/// An output gradient that weight halves may hold beyond its last use here.
using SharedTensor = std::shared_ptr<Tensor>;

/// A norm's output, [shard_rows, h].
Tensor normed(Context& context, const NormIds& ids, Item statistics_item, Item output_item,
              ConstView x, Tensor& statistics) {
  Tensor y = context.make(context.saved(output_item), x.rows, x.columns);
  norm_forward(context, ids, statistics_item, x, statistics, y);
  return y;
}

/// The layer's output: already the next layer's input, or the head's, or a message.
Tensor make_output(Context& context, Owner owner, std::int64_t layer, ConstView like) {
  const bool is_next_input =
      owner.item == Item::norm_1_input || owner.item == Item::layer_checkpoint;
  const PlaceScope place =
      PlaceScope::in_layer(context.meters.ledger, is_next_input ? layer + 1 : Place{}.layer);
  return context.make(owner, like.rows, like.columns);
}

Tensor sequential_forward(Context& context, const LayerIds& ids, std::int64_t layer, ConstView x,
                          Owner output_owner, LayerSaved& saved) {
  saved.norm_2.input = context.make(context.saved(Item::norm_2_input), x.rows, x.columns);
  attention_forward(context, ids, layer, x, saved.attention, saved.norm_2.input);
  context.release(saved.attention.qkv_input);
  saved.mlp.fc1_input = normed(context, ids.norm_2, Item::norm_2_statistics, Item::mlp_fc1_input,
                               saved.norm_2.input, saved.norm_2.statistics);
  Tensor output = make_output(context, output_owner, layer, x);
  mlp_forward(context, ids, layer, saved.mlp.fc1_input, saved.norm_2.input, saved.mlp, output);
  context.release(saved.mlp.fc1_input);
  context.release(saved.norm_2.input);
  return output;
}

Tensor parallel_forward(Context& context, const LayerIds& ids, std::int64_t layer, ConstView x,
                        Owner output_owner, LayerSaved& saved) {
  Tensor output = make_output(context, output_owner, layer, x);
  attention_forward(context, ids, layer, x, saved.attention, output);
  if (context.model.has_second_norm()) {
    context.release(saved.attention.qkv_input);
    saved.mlp.fc1_input = normed(context, ids.norm_2, Item::norm_2_statistics, Item::mlp_fc1_input,
                                 x, saved.norm_2.statistics);
  }
  Tensor& input = context.model.has_second_norm() ? saved.mlp.fc1_input : saved.attention.qkv_input;
  mlp_forward(context, ids, layer, input, output, saved.mlp, output);
  context.release(input);
  return output;
}

Tensor sequential_backward(Context& context, const LayerIds& ids, std::int64_t layer,
                           SharedTensor dout, Owner gradient_owner, LayerSaved& saved) {
  Tensor dnorm = mlp_backward(context, ids, saved.mlp.fc1_input, dout, saved.mlp);
  finish_input(context, saved.mlp.fc1_input);
  dnorm = reduce_partial(context, std::move(dnorm));
  const auto dmiddle =
      std::make_shared<Tensor>(context.make_workspace(dout->rows(), dout->columns()));
  norm_backward(context, ids.norm_2, dnorm, saved.norm_2.input, *dout, saved.norm_2.statistics,
                *dmiddle);
  saved.norm_2.input.free();
  dout.reset();
  dnorm.free();

  dnorm = attention_backward(context, ids, layer, dmiddle, saved.attention);
  finish_input(context, saved.attention.qkv_input);
  dnorm = reduce_partial(context, std::move(dnorm));
  Tensor dinput = context.make(gradient_owner, dmiddle->rows(), dmiddle->columns());
  norm_backward(context, ids.norm_1, dnorm, saved.norm_1.input, *dmiddle, saved.norm_1.statistics,
                dinput);
  return dinput;
}

/// With norm 2: dinput = dout + norm_2's and norm_1's gradients of the same input.
Tensor parallel_backward(Context& context, const LayerIds& ids, std::int64_t layer,
                         SharedTensor dout, Owner gradient_owner, LayerSaved& saved) {
  Tensor dnorm = mlp_backward(context, ids, saved.mlp.fc1_input, dout, saved.mlp);
  finish_input(context, saved.mlp.fc1_input);
  dnorm = reduce_partial(context, std::move(dnorm));
  Tensor dinput = context.make(gradient_owner, dout->rows(), dout->columns());
  norm_backward(context, ids.norm_2, dnorm, saved.norm_1.input, *dout, saved.norm_2.statistics,
                dinput);
  dnorm.free();
  dnorm = attention_backward(context, ids, layer, dout, saved.attention);
  finish_input(context, saved.attention.qkv_input);
  dout.reset();
  dnorm = reduce_partial(context, std::move(dnorm));
  norm_backward(context, ids.norm_1, dnorm, saved.norm_1.input, dinput, saved.norm_1.statistics,
                dinput);
  return dinput;
}

/// The one norm's output goes to attention and MLP, so its gradient is the sum of theirs.
Tensor shared_norm_backward(Context& context, const LayerIds& ids, std::int64_t layer,
                            SharedTensor dout, Owner gradient_owner, LayerSaved& saved) {
  Tensor dnorm = reduce_partial(
      context, mlp_backward(context, ids, saved.attention.qkv_input, dout, saved.mlp));
  Tensor dattention = attention_backward(context, ids, layer, dout, saved.attention);
  finish_input(context, saved.attention.qkv_input);
  dattention = reduce_partial(context, std::move(dattention));
  add(context.meters, dattention, dnorm);
  dattention.free();
  Tensor dinput = context.make(gradient_owner, dout->rows(), dout->columns());
  norm_backward(context, ids.norm_1, dnorm, saved.norm_1.input, *dout, saved.norm_1.statistics,
                dinput);
  return dinput;
}

}  // namespace

Tensor layer_forward(Context& context, const LayerIds& ids, std::int64_t layer, ConstView x,
                     Owner output_owner, LayerSaved& saved) {
  saved.attention.qkv_input = normed(context, ids.norm_1, Item::norm_1_statistics,
                                     Item::attention_qkv_input, x, saved.norm_1.statistics);
  return context.model.block.parallel_residual
             ? parallel_forward(context, ids, layer, x, output_owner, saved)
             : sequential_forward(context, ids, layer, x, output_owner, saved);
}

Tensor layer_backward(Context& context, const LayerIds& ids, std::int64_t layer, Tensor dout,
                      Owner gradient_owner, LayerSaved& saved) {
  const BlockDescription& block = context.model.block;
  const auto backward = !block.parallel_residual ? sequential_backward
                        : block.shared_norm      ? shared_norm_backward
                                                 : parallel_backward;
  Tensor dinput = backward(context, ids, layer, std::make_shared<Tensor>(std::move(dout)),
                           gradient_owner, saved);
  saved = {};
  return dinput;
}

}  // namespace sim
