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
  Tensor dx = std::move(doutput);
  if (range_.has_head) {
    dx = head_backward(context, parameters_, saved.labels, saved.head);
  }
  for (std::int64_t i = range_.layer_count - 1; i >= 0; --i) {
    const auto at = static_cast<std::size_t>(i);
    const bool is_sent = i == 0 && !range_.has_embedding;
    const Owner owner{is_sent ? Category::communication : Category::workspace};
    dx = backward_layer(context, parameters_.layers[at], range_.first_layer + i, std::move(dx),
                        owner, saved.layers[at]);
  }
  if (range_.has_embedding) {
    embedding_backward(context, parameters_, saved.tokens, std::move(dx), saved.embedding);
    dx = {};
  }
  saved = {};
  return dx;
}

}  // namespace sim
