#include "sim/model/attention_matrices.hpp"

namespace sim {
namespace {

/// The first head's matrix of sequence 0: every b-th row.
template <class SomeView>
SomeView first_head(const Context& context, SomeView tensor, std::int64_t rows) {
  return {tensor.data, tensor.dtype, rows, context.model.head_dim,
          context.batch.sequences * tensor.stride};
}

}  // namespace

ConstView AttentionMatrices::keys_of(const AttentionSaved& saved) const {
  return context_.cache == nullptr ? saved.key.view() : context_.cache->key.view();
}

ConstView AttentionMatrices::values_of(const AttentionSaved& saved) const {
  return context_.cache == nullptr ? saved.value.view() : context_.cache->value.view();
}

MatrixFamily AttentionMatrices::query_heads(View tensor) const {
  return query_heads(Heads<View>{tensor, context_.model.head_dim});
}

MatrixFamily AttentionMatrices::query_heads(const Heads<View>& heads) const {
  return {.first = first_head(context_, heads.view, queries()),
          .outer_stride = heads.view.stride,
          .inner_stride = heads.stride};
}

OperandFamily AttentionMatrices::query_heads(ConstView tensor) const {
  return {.first = {first_head(context_, tensor, queries())},
          .outer_stride = tensor.stride,
          .inner_stride = context_.model.head_dim};
}

OperandFamily AttentionMatrices::repeated_kv_heads(ConstView tensor, bool transposed) const {
  return {.first = {first_head(context_, tensor, keys()), transposed},
          .outer_stride = tensor.stride,
          .inner_stride = context_.model.head_dim,
          .inner_repeats = repeats_};
}

MatrixFamily AttentionMatrices::squares(View tensor) const {
  return {.first = {tensor.data, tensor.dtype, queries(), keys(), keys()},
          .outer_stride = context_.sizes.heads * square_stride(),
          .inner_stride = square_stride()};
}

OperandFamily AttentionMatrices::squares(ConstView tensor, bool transposed) const {
  return {.first = {{tensor.data, tensor.dtype, queries(), keys(), keys()}, transposed},
          .outer_stride = context_.sizes.heads * square_stride(),
          .inner_stride = square_stride()};
}

void AttentionMatrices::multiply(MatrixFamily out, OperandFamily left, OperandFamily right) const {
  multiply_families(context_.meters, context_.batch.sequences, context_.sizes.heads, out, left,
                    right);
}

void AttentionMatrices::sum_over_queries(const Heads<View>& out, ConstView squares,
                                         ConstView x) const {
  const std::int64_t head_dim = context_.model.head_dim;
  for (std::int64_t repeat = 0; repeat < repeats_; ++repeat) {
    const ConstView own_squares =
        squares.row_block(repeat * queries(), squares.rows - repeat * queries());
    const ConstView own_x = x.column_block(repeat * head_dim, x.columns - repeat * head_dim);
    OperandFamily left = this->squares(own_squares, true);
    OperandFamily right = query_heads(own_x);
    left.inner_stride *= repeats_;
    right.inner_stride *= repeats_;
    multiply_families(context_.meters, context_.batch.sequences, context_.sizes.kv_heads,
                      query_heads(out), left, right, repeat == 0 ? Into::overwrite : Into::add);
  }
}

}  // namespace sim
