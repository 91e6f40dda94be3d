#include "sim/model/chunk.hpp"

#include <cstddef>
#include <utility>

namespace sim {

Owner Chunk::output_owner(const Context& context, std::int64_t layer) const {
  if (layer + 1 < range_.layer_count) return input_owner(context.activations);
  return range_.has_head ? context.saved(Item::head_norm_input) : Owner{Category::communication};
}

Tensor Chunk::forward(Context& context, Tensor input, ChunkSaved& saved, double& loss_sum) const {
  Tensor x = std::move(input);
  if (range_.has_embedding) {
    x = embedding_forward(context, parameters_, saved.tokens, input_owner(context.activations),
                          saved.embedding);
  }
  saved.layers.resize(static_cast<std::size_t>(range_.layer_count));
  for (std::int64_t i = 0; i < range_.layer_count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    x = forward_layer(context, parameters_.layers[at], range_.first_layer + i, std::move(x),
                      output_owner(context, i), saved.layers[at]);
  }
  if (!range_.has_head) return x;
  loss_sum += head_forward(context, parameters_, std::move(x), saved.labels, saved.head);
  return {};
}

Tensor Chunk::backward(Context& context, Tensor doutput, ChunkSaved& saved) const {
  return propagate(context, std::move(doutput), saved);
}

Tensor Chunk::backward_input(Context& context, Tensor doutput, ChunkSaved& saved) const {
  saved.weight_halves.resize(static_cast<std::size_t>(range_.layer_count));
  return propagate(context, std::move(doutput), saved);
}

/// Puts weight halves off where `saved` has a place for them.
Tensor Chunk::propagate(Context& context, Tensor doutput, ChunkSaved& saved) const {
  Tensor dx = std::move(doutput);
  if (range_.has_head) {
    dx = head_backward(context, parameters_, saved.labels, saved.head);
  }
  for (std::int64_t i = range_.layer_count - 1; i >= 0; --i) {
    const auto at = static_cast<std::size_t>(i);
    const bool is_sent = i == 0 && !range_.has_embedding;
    const Owner owner{is_sent ? Category::communication : Category::workspace};
    context.put_off = saved.weight_halves.empty() ? nullptr : &saved.weight_halves[at];
    dx = backward_layer(context, parameters_.layers[at], range_.first_layer + i, std::move(dx),
                        owner, saved.layers[at]);
  }
  if (range_.has_embedding) {
    embedding_backward(context, parameters_, saved.tokens, std::move(dx), saved.embedding);
    dx = {};
  }
  std::vector<WeightHalves> put_off = std::move(saved.weight_halves);
  saved = {};
  saved.weight_halves = std::move(put_off);
  return dx;
}

void Chunk::backward_weight(Context& context, ChunkSaved& saved) const {
  for (std::int64_t i = range_.layer_count - 1; i >= 0; --i) {
    const PlaceScope place = PlaceScope::in_layer(context.meters.ledger, range_.first_layer + i);
    saved.weight_halves.at(static_cast<std::size_t>(i)).run(context);
  }
  saved = {};
}

}  // namespace sim
