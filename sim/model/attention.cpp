#include "sim/model/attention.hpp"

#include "sim/kernels/convert.hpp"
#include "sim/model/attention_core.hpp"
#include "sim/model/branch.hpp"
#include "sim/model/head_norm.hpp"
#include "sim/model/qkv.hpp"
#include "sim/model/region.hpp"
#include "sim/model/rotation.hpp"
#include "sim/model/weight_halves.hpp"

namespace sim {
namespace {

std::string site_of(std::int64_t layer, const char* site) {
  return "layer." + std::to_string(layer) + ".attention." + site;
}

BranchEnd projection_of(const LayerIds& ids, std::int64_t layer) {
  return {ids.projection, Item::attention_dropout_mask, site_of(layer, "dropout")};
}

/// Fills query, key and value from qkv_input.
void project(Context& context, const LayerIds& ids, AttentionSaved& saved) {
  const std::int64_t n = context.tokens();
  const bool has_norms = context.model.block.qk_layernorm;
  Tensor& query = has_norms ? saved.query_norm.input : saved.query;
  Tensor& key = has_norms ? saved.key_norm.input : saved.key;
  query = context.make(
      context.saved(has_norms ? Item::attention_query_norm_input : Item::attention_query), n,
      context.sizes.query_width);
  key =
      context.make(context.saved(has_norms ? Item::attention_key_norm_input : Item::attention_key),
                   n, context.sizes.kv_width);
  saved.value = context.make(context.saved(Item::attention_value), n, context.sizes.kv_width);
  {
    const Gathered x(context, saved.qkv_input, Category::communication);
    qkv_forward(context, ids.qkv, x.view(), query, key, saved.value);
  }
  if (has_norms) {
    saved.query = head_norm_forward(context, ids.query_norm, query_norm_items, saved.query_norm);
    saved.key = head_norm_forward(context, ids.key_norm, key_norm_items, saved.key_norm);
  }
  rotate_heads(context, Rotation::forward, context.sizes.heads,
               {saved.query.view(), context.model.head_dim});
  rotate_heads(context, Rotation::forward, context.sizes.kv_heads,
               {saved.key.view(), context.model.head_dim});
}

/// Puts this pass' keys and values after those that the cache holds already.
void append_to_cache(Context& context, AttentionSaved& saved) {
  const std::int64_t first_row = context.batch.first_position * context.batch.sequences;
  const auto rows = [&](Tensor& cache) {
    return cache.view().row_block(first_row, context.tokens());
  };
  convert(saved.key, rows(context.cache->key));
  convert(saved.value, rows(context.cache->value));
}

}  // namespace

void attention_forward(Context& context, const LayerIds& ids, std::int64_t layer,
                       ConstView residual, AttentionSaved& saved, View out) {
  project(context, ids, saved);
  if (context.cache != nullptr) append_to_cache(context, saved);
  attention_core_forward(context, site_of(layer, "softmax_dropout"), saved);
  context.release(saved.query);
  context.release(saved.key);
  context.release(saved.value);
  branch_end_forward(context, projection_of(ids, layer), saved.projection_input, residual,
                     saved.dropout_mask, out);
  context.release(saved.projection_input);
}

Tensor attention_backward(Context& context, const LayerIds& ids, std::int64_t layer,
                          const std::shared_ptr<Tensor>& dout, AttentionSaved& saved) {
  QkvGradient dqkv;
  {
    const Tensor dcore =
        branch_end_backward(context, ids.projection, Item::attention_projection_output_gradient,
                            dout, saved.dropout_mask, saved.projection_input);
    if (context.activations.recompute == Recompute::selective) {
      attention_core_replay(context, site_of(layer, "softmax_dropout"), saved);
    }
    dqkv = make_qkv_gradient(context);
    attention_core_backward(context, dcore, saved, dqkv);
  }
  rotate_heads(context, Rotation::backward, context.sizes.heads, dqkv.query);
  rotate_heads(context, Rotation::backward, context.sizes.kv_heads, dqkv.key);
  if (context.model.block.qk_layernorm) {
    head_norm_backward(context, ids.key_norm, dqkv.key, saved.key_norm);
    head_norm_backward(context, ids.query_norm, dqkv.query, saved.query_norm);
  }
  Tensor dx = context.make_workspace(context.tokens(), context.model.hidden);
  qkv_backward(context, ids.qkv, saved.qkv_input, dqkv, dx);
  keep_output_gradient(context, dqkv.whole, Item::attention_qkv_output_gradient);
  return dx;
}

}  // namespace sim
