#pragma once

#include <cstdint>

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// What a product does with the destination's old contents.
enum class Into : std::uint8_t { overwrite, add };

/// A matrix as an operand of a product, as it stands or transposed. Of an int8 matrix, element
/// (i, j) of `view` is its code times scales[i], in fp32: `scales` is fp32 [1, view.rows], and
/// empty for every other type.
struct Operand {
  ConstView view;
  bool transposed = false;
  ConstView scales = {};
  [[nodiscard]] std::int64_t rows() const { return transposed ? view.columns : view.rows; }
  [[nodiscard]] std::int64_t columns() const { return transposed ? view.rows : view.columns; }
};
inline Operand transposed(ConstView view, ConstView scales = {}) {
  return {view, true, scales};
}
/// `count` rows or columns of an operand, as the product sees them.
Operand rows_of(const Operand& operand, std::int64_t first, std::int64_t count);
Operand columns_of(const Operand& operand, std::int64_t first, std::int64_t count);

/// A family of equally shaped matrices, one for each (outer, inner) pair, e.g. (sequence, head):
/// matrix (i, j) starts i * outer_stride + j * inner_stride elements after `first`.
struct MatrixFamily {
  View first;
  std::int64_t outer_stride = 0;
  std::int64_t inner_stride = 0;
};
struct OperandFamily {
  Operand first;
  std::int64_t outer_stride = 0;
  std::int64_t inner_stride = 0;
  std::int64_t inner_repeats = 1;  // inner index j uses matrix j / inner_repeats (grouped heads)
};

/// out[M,N] = left[M,K] right[K,N], or added to out. The only product of matrices in sim: it
/// counts 2MNK and multiplies in fp32 whatever the storage types, which may all differ (fp32,
/// fp16, bf16; operands also int8, whose conversion to fp32 is no FLOP, as that of 16 bits is
/// none). Row strides are free. The result does not depend on the thread count. Throws sim::Error
/// when shapes disagree.
void multiply(Meters& meters, View out, Operand left, Operand right, Into into = Into::overwrite);

/// The same for every (i, j) of outer x inner; destinations must not overlap. Operands of more than
/// one product are not int8.
void multiply_families(Meters& meters, std::int64_t outer, std::int64_t inner, MatrixFamily out,
                       OperandFamily left, OperandFamily right, Into into = Into::overwrite);

}  // namespace sim
