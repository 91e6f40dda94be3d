#include "sim/model/checkpoint.hpp"

#include <utility>

#include "sim/kernels/convert.hpp"
#include "sim/model/replay.hpp"

namespace sim {
namespace {

/// This rank's part of a tensor whose elements are dealt out in equal runs.
Tensor own_part(Context& context, ConstView whole) {
  const std::int64_t ranks = context.tensor_parallel.size();
  ENSURE(whole.size() % ranks == 0, whole.size(), ranks);
  const std::int64_t size = whole.size() / ranks;
  Tensor part = context.make(activation(Item::layer_checkpoint), 1, size);
  convert(whole.flat().column_block(context.tensor_parallel.rank() * size, size), part);
  return part;
}

Tensor gathered(Context& context, const Tensor& part) {
  Tensor whole =
      context.make(activation(Item::norm_1_input), context.tokens(), context.model.hidden);
  context.tensor_parallel.all_gather(part, whole.view().flat());
  return whole;
}

Tensor checkpointed_forward(Context& context, const LayerIds& ids, std::int64_t layer, Tensor input,
                            Owner output_owner, LayerSaved& saved) {
  Context forgetful = context;
  forgetful.keeps = false;
  LayerSaved passing;
  Tensor output = layer_forward(forgetful, ids, layer, input, output_owner, passing);
  saved.checkpoint =
      context.activations.partition_activations ? own_part(context, input) : std::move(input);
  return output;
}

void replay(Context& context, const LayerIds& ids, std::int64_t layer, LayerSaved& saved) {
  const ReplayScope scope(context.meters);
  saved.norm_1.input = context.activations.partition_activations
                           ? gathered(context, saved.checkpoint)
                           : std::move(saved.checkpoint);
  const Tensor discarded =
      layer_forward(context, ids, layer, saved.norm_1.input, {Category::workspace}, saved);
}

}  // namespace

Owner layer_input_owner(const ActivationPlan& plan) {
  if (plan.recompute != Recompute::full) return activation(Item::norm_1_input);
  return plan.partition_activations ? Owner{Category::workspace}
                                    : activation(Item::layer_checkpoint);
}

Tensor forward_layer(Context& context, const LayerIds& ids, std::int64_t layer, Tensor input,
                     Owner output_owner, LayerSaved& saved) {
  const PlaceScope place = PlaceScope::in_layer(context.meters.ledger, layer);
  if (context.activations.recompute == Recompute::full && context.keeps) {
    return checkpointed_forward(context, ids, layer, std::move(input), output_owner, saved);
  }
  saved.norm_1.input = std::move(input);
  return layer_forward(context, ids, layer, saved.norm_1.input, output_owner, saved);
}

Tensor backward_layer(Context& context, const LayerIds& ids, std::int64_t layer, Tensor dout,
                      Owner gradient_owner, LayerSaved& saved) {
  const PlaceScope place = PlaceScope::in_layer(context.meters.ledger, layer);
  if (context.activations.recompute == Recompute::full) replay(context, ids, layer, saved);
  return layer_backward(context, ids, layer, std::move(dout), gradient_owner, saved);
}

}  // namespace sim
