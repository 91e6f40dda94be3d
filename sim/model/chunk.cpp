#include "sim/model/chunk.hpp"

#include <cstddef>
#include <utility>

namespace sim {

Owner chunk_input_owner() {
  return activation(Item::norm_1_input);
}

Owner Chunk::output_owner(std::int64_t layer) const {
  if (layer + 1 < range_.layer_count) return activation(Item::norm_1_input);
  return range_.has_head ? activation(Item::head_norm_input) : Owner{Category::communication};
}

Tensor Chunk::forward(Context& context, Tensor input, ChunkSaved& saved, double& loss_sum) const {
  Tensor x = std::move(input);
  if (range_.has_embedding) {
    x = embedding_forward(context, parameters_, saved.tokens, chunk_input_owner(), saved.embedding);
  }
  saved.layers.resize(static_cast<std::size_t>(range_.layer_count));
  for (std::int64_t i = 0; i < range_.layer_count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    x = layer_forward(context, parameters_.layers[at], range_.first_layer + i, std::move(x),
                      output_owner(i), saved.layers[at]);
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
    dx = layer_backward(context, parameters_.layers[at], std::move(dx), owner, saved.layers[at]);
  }
  if (range_.has_embedding) {
    embedding_backward(context, parameters_, saved.tokens, dx, saved.embedding);
    dx.free();
  }
  saved = {};
  return dx;
}

}  // namespace sim
