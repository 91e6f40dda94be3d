#include "sim/model/attention_core.hpp"

#include <cmath>

#include "sim/kernels/product.hpp"
#include "sim/kernels/softmax.hpp"
#include "sim/model/attention_matrices.hpp"
#include "sim/model/replay.hpp"

namespace sim {
namespace {

float score_scale(const Context& context) {
  return 1.0F / std::sqrt(static_cast<float>(context.model.head_dim));
}

Tensor& dropped(AttentionSaved& saved) {
  return saved.softmax_dropout_mask.empty() ? saved.softmax_output : saved.softmax_dropout_output;
}

void softmax_dropout_forward(Context& context, const DropoutSite& site, AttentionSaved& saved) {
  const std::int64_t rows = saved.softmax_output.rows();
  const std::int64_t keys = saved.softmax_output.columns();
  saved.softmax_dropout_mask =
      Tensor(context.meters, context.saved(Item::attention_softmax_dropout_mask), Dtype::uint8,
             rows, keys);
  draw_mask(site, saved.softmax_dropout_mask);
  saved.softmax_dropout_output =
      context.make(context.saved(Item::attention_softmax_dropout_output), rows, keys);
  apply_mask(context.meters, saved.softmax_output, saved.softmax_dropout_mask, site.probability,
             saved.softmax_dropout_output);
}

/// Scores, softmax and dropout.
void weigh_keys(Context& context, const std::string& dropout_site, AttentionSaved& saved) {
  const AttentionMatrices matrices(context);
  saved.softmax_output = context.make(context.saved(Item::attention_softmax_output),
                                      matrices.square_rows(), matrices.keys());
  matrices.multiply(matrices.squares(saved.softmax_output.view()),
                    matrices.query_heads(ConstView(saved.query)),
                    matrices.repeated_kv_heads(matrices.keys_of(saved), true));
  causal_softmax_forward(context.meters, saved.softmax_output, score_scale(context),
                         matrices.queries());
  const DropoutSite site = context.attention_dropout(dropout_site);
  if (site.probability > 0) softmax_dropout_forward(context, site, saved);
}

void sum_values(Context& context, AttentionSaved& saved, View out) {
  const AttentionMatrices matrices(context);
  matrices.multiply(matrices.query_heads(out), matrices.squares(dropped(saved).view(), false),
                    matrices.repeated_kv_heads(matrices.values_of(saved), false));
}

}  // namespace

void attention_core_forward(Context& context, const std::string& dropout_site,
                            AttentionSaved& saved) {
  Context core = context;
  core.keeps = context.keeps && context.activations.recompute != Recompute::selective;
  weigh_keys(core, dropout_site, saved);
  saved.projection_input = context.make(context.saved(Item::attention_projection_input),
                                        context.tokens(), context.sizes.query_width);
  sum_values(core, saved, saved.projection_input);
  core.release(saved.softmax_output);
  core.release(saved.softmax_dropout_mask);
  core.release(saved.softmax_dropout_output);
}

void attention_core_replay(Context& context, const std::string& dropout_site,
                           AttentionSaved& saved) {
  const ReplayScope scope(context.meters);
  weigh_keys(context, dropout_site, saved);
  Tensor discarded = context.make_workspace(context.tokens(), context.sizes.query_width);
  sum_values(context, saved, discarded);
}

void attention_core_backward(Context& context, ConstView doutput, AttentionSaved& saved,
                             QkvGradient& gradient) {
  const AttentionMatrices matrices(context);
  Tensor dscores = context.make_workspace(matrices.square_rows(), matrices.keys());
  matrices.multiply(matrices.squares(dscores.view()), matrices.query_heads(doutput),
                    matrices.repeated_kv_heads(saved.value.view(), true));
  matrices.sum_over_queries(gradient.value, dropped(saved), doutput);
  saved.value.free();
  saved.softmax_dropout_output.free();
  if (!saved.softmax_dropout_mask.empty()) {
    apply_mask(context.meters, dscores, saved.softmax_dropout_mask, context.model.attention_dropout,
               dscores);
    saved.softmax_dropout_mask.free();
  }
  causal_softmax_backward(context.meters, saved.softmax_output, score_scale(context),
                          matrices.queries(), dscores);
  saved.softmax_output.free();
  matrices.multiply(matrices.query_heads(gradient.query), matrices.squares(dscores.view(), false),
                    matrices.repeated_kv_heads(saved.key.view(), false));
  matrices.sum_over_queries(gradient.key, dscores, saved.query);
  saved.query.free();
  saved.key.free();
}

}  // namespace sim
