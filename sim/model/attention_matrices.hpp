#pragma once

#include "sim/checked.hpp"
#include "sim/kernels/product.hpp"
#include "sim/model/attention.hpp"
#include "sim/model/qkv.hpp"

namespace sim {

/// Attention's tensors as families of matrices, one for each (sequence, query head), and their
/// products. Position-major rows make a head's matrix a strided view. Query head j belongs to
/// key/value head j / (a / k) (Ainslie et al. 2023, "GQA").
class AttentionMatrices {
 public:
  explicit AttentionMatrices(Context& context)
      : context_(context), repeats_(context.sizes.heads / context.sizes.kv_heads) {}

  [[nodiscard]] std::int64_t queries() const { return context_.batch.positions; }
  [[nodiscard]] std::int64_t keys() const {
    return context_.batch.first_position + context_.batch.positions;
  }
  [[nodiscard]] std::int64_t square_rows() const {
    return (Checked(context_.batch.sequences) * context_.sizes.heads * queries()).value();
  }
  /// What is attended to: this pass' keys and values, or the cache's up to here.
  [[nodiscard]] ConstView keys_of(const AttentionSaved& saved) const;
  [[nodiscard]] ConstView values_of(const AttentionSaved& saved) const;

  /// [queries, head_dim] matrices of a [tokens, heads * head_dim] tensor or gradient.
  [[nodiscard]] MatrixFamily query_heads(View tensor) const;
  [[nodiscard]] MatrixFamily query_heads(const Heads<View>& heads) const;
  [[nodiscard]] OperandFamily query_heads(ConstView tensor) const;
  /// [keys, head_dim] matrices (or transposed), each for all query heads that share it.
  [[nodiscard]] OperandFamily repeated_kv_heads(ConstView tensor, bool transposed) const;
  /// [queries, keys] matrices of a [b * heads * queries, keys] tensor.
  [[nodiscard]] MatrixFamily squares(View tensor) const;
  [[nodiscard]] OperandFamily squares(ConstView tensor, bool transposed) const;

  void multiply(MatrixFamily out, OperandFamily left, OperandFamily right) const;
  /// out (key or value heads) = sum over the query heads that share each: squares^T x, one query
  /// head of each group after the other.
  void sum_over_queries(const Heads<View>& out, ConstView squares, ConstView x) const;

 private:
  [[nodiscard]] std::int64_t square_stride() const { return queries() * keys(); }

  Context& context_;
  std::int64_t repeats_;
};

}  // namespace sim
