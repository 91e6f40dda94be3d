#include "sim/model/generation.hpp"

#include <utility>

#include "sim/checked.hpp"
#include "sim/kernels/argmax.hpp"
#include "sim/kernels/cross_entropy.hpp"
#include "sim/kernels/product.hpp"
#include "sim/model/embedding.hpp"
#include "sim/model/layer.hpp"

namespace sim {
namespace {

Tensor logits_of(Context& context, const ChunkParameters& parameters, ConstView x) {
  Tensor normed = context.make_workspace(x.rows, x.columns);
  Tensor statistics;
  norm_forward(context, parameters.final_norm, Item::head_norm_statistics, x, statistics, normed);
  const ModuleScope scope(context.parameters, parameters.head.module);
  Tensor logits(context.meters, {Category::workspace}, Dtype::fp32, x.rows,
                context.sizes.vocabulary);
  multiply(context.meters, logits, {normed.view()},
           transposed(context.parameters.weight(parameters.head.weight)));
  return logits;
}

}  // namespace

std::vector<KvCache> make_caches(const Context& context, std::int64_t first_layer,
                                 std::int64_t layers, std::int64_t positions) {
  std::vector<KvCache> caches;
  for (std::int64_t i = 0; i < layers; ++i) {
    const PlaceScope place = PlaceScope::in_layer(context.meters.ledger, first_layer + i);
    const auto make = [&] {
      return context.make(activation(Item::attention_kv_cache),
                          (Checked(positions) * context.batch.sequences).value(),
                          context.sizes.kv_width);
    };
    caches.push_back({.key = make(), .value = make()});
  }
  return caches;
}

Tensor generation_pass(Context& context, const ChunkParameters& parameters,
                       std::int64_t first_layer, Tensor input, ConstView tokens,
                       std::vector<KvCache>& caches, Owner output_owner) {
  Tensor x = std::move(input);
  if (parameters.word_table.weight != no_parameter && !tokens.empty()) {
    EmbeddingSaved nothing;
    x = embedding_forward(context, parameters, tokens, {Category::workspace}, nothing);
  }
  for (std::size_t i = 0; i < parameters.layers.size(); ++i) {
    const bool is_last = i + 1 == parameters.layers.size();
    const std::int64_t layer = first_layer + static_cast<std::int64_t>(i);
    const PlaceScope place = PlaceScope::in_layer(context.meters.ledger, layer);
    context.cache = &caches.at(i);
    LayerSaved nothing;
    x = layer_forward(context, parameters.layers[i], layer, x,
                      is_last ? output_owner : Owner{Category::workspace}, nothing);
  }
  return x;
}

Tensor next_tokens(Context& context, const ChunkParameters& parameters, ConstView x) {
  const std::int64_t b = context.batch.sequences;
  const Tensor logits = logits_of(context, parameters, x.row_block(x.rows - b, b));
  Tensor maximum(context.meters, {Category::workspace}, Dtype::fp32, 1, b);
  row_maximum(logits, context.sizes.real_vocabulary, maximum);
  context.tensor_parallel.maximum(maximum);
  Tensor tokens(context.meters, {Category::workspace}, Dtype::int64, 1, b);
  columns_of_maximum(logits, maximum, context.sizes.first_row, context.sizes.real_vocabulary,
                     tokens);
  context.tensor_parallel.maximum(tokens);
  restore_columns(tokens);
  return tokens;
}

}  // namespace sim
