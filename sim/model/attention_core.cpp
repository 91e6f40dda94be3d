#include "sim/model/attention_core.hpp"

#include <cmath>

#include "sim/kernels/product.hpp"
#include "sim/kernels/softmax.hpp"

namespace sim {
namespace {

/// The [s, head_dim] matrices of each (sequence, head) in a [s * b, heads * head_dim] tensor.
MatrixFamily heads_of(const Context& context, View tensor) {
  const std::int64_t b = context.batch.sequences;
  return {.first = {tensor.data, tensor.dtype, context.model.sequence_length,
                    context.model.head_dim, b * tensor.stride},
          .outer_stride = tensor.stride,
          .inner_stride = context.model.head_dim};
}

OperandFamily heads_of(const Context& context, ConstView tensor, bool transposed) {
  const std::int64_t b = context.batch.sequences;
  return {.first = {{tensor.data, tensor.dtype, context.model.sequence_length,
                     context.model.head_dim, b * tensor.stride},
                    transposed},
          .outer_stride = tensor.stride,
          .inner_stride = context.model.head_dim};
}

/// The [s, s] matrices of each (sequence, head) in a [b * heads * s, s] tensor.
MatrixFamily squares_of(const Context& context, View tensor) {
  const std::int64_t s = context.model.sequence_length;
  return {.first = {tensor.data, tensor.dtype, s, s, s},
          .outer_stride = context.sizes.heads * s * s,
          .inner_stride = s * s};
}

OperandFamily squares_of(const Context& context, ConstView tensor, bool transposed) {
  const std::int64_t s = context.model.sequence_length;
  return {.first = {{tensor.data, tensor.dtype, s, s, s}, transposed},
          .outer_stride = context.sizes.heads * s * s,
          .inner_stride = s * s};
}

void multiply_heads(Context& context, MatrixFamily out, OperandFamily left, OperandFamily right) {
  multiply_families(context.meters, context.batch.sequences, context.sizes.heads, out, left, right);
}

float score_scale(const Context& context) {
  return 1.0F / std::sqrt(static_cast<float>(context.model.head_dim));
}

std::int64_t square_rows(const Context& context) {
  return context.batch.sequences * context.sizes.heads * context.model.sequence_length;
}

Tensor& dropped(AttentionSaved& saved) {
  return saved.softmax_dropout_mask.empty() ? saved.softmax_output : saved.softmax_dropout_output;
}

void softmax_dropout_forward(Context& context, const DropoutSite& site, AttentionSaved& saved) {
  const std::int64_t rows = saved.softmax_output.rows();
  const std::int64_t keys = saved.softmax_output.columns();
  saved.softmax_dropout_mask = Tensor(
      context.meters, activation(Item::attention_softmax_dropout_mask), Dtype::uint8, rows, keys);
  draw_mask(site, saved.softmax_dropout_mask);
  saved.softmax_dropout_output =
      context.make(activation(Item::attention_softmax_dropout_output), rows, keys);
  apply_mask(context.meters, saved.softmax_output, saved.softmax_dropout_mask, site.probability,
             saved.softmax_dropout_output);
}

}  // namespace

void attention_core_forward(Context& context, const std::string& dropout_site,
                            AttentionSaved& saved) {
  const std::int64_t s = context.model.sequence_length;
  saved.softmax_output =
      context.make(activation(Item::attention_softmax_output), square_rows(context), s);
  multiply_heads(context, squares_of(context, saved.softmax_output.view()),
                 heads_of(context, saved.query, false), heads_of(context, saved.key, true));
  causal_softmax_forward(context.meters, saved.softmax_output, score_scale(context), s);
  const DropoutSite site = context.attention_dropout(dropout_site);
  if (site.probability > 0) softmax_dropout_forward(context, site, saved);
  saved.projection_input = context.make(activation(Item::attention_projection_input),
                                        context.tokens(), context.sizes.query_width);
  multiply_heads(context, heads_of(context, saved.projection_input.view()),
                 squares_of(context, dropped(saved), false), heads_of(context, saved.value, false));
}

void attention_core_backward(Context& context, ConstView doutput, AttentionSaved& saved,
                             View dquery, View dkey, View dvalue) {
  const std::int64_t s = context.model.sequence_length;
  Tensor dscores = context.make_workspace(square_rows(context), s);
  multiply_heads(context, squares_of(context, dscores.view()), heads_of(context, doutput, false),
                 heads_of(context, saved.value, true));
  multiply_heads(context, heads_of(context, dvalue), squares_of(context, dropped(saved), true),
                 heads_of(context, doutput, false));
  saved.value.free();
  saved.softmax_dropout_output.free();
  if (!saved.softmax_dropout_mask.empty()) {
    apply_mask(context.meters, dscores, saved.softmax_dropout_mask, context.model.attention_dropout,
               dscores);
    saved.softmax_dropout_mask.free();
  }
  causal_softmax_backward(context.meters, saved.softmax_output, score_scale(context), s, dscores);
  saved.softmax_output.free();
  multiply_heads(context, heads_of(context, dquery), squares_of(context, dscores, false),
                 heads_of(context, saved.key, false));
  multiply_heads(context, heads_of(context, dkey), squares_of(context, dscores, true),
                 heads_of(context, saved.query, false));
  saved.query.free();
  saved.key.free();
}

}  // namespace sim
