#pragma once

#include <cstdint>

#include "sim/view.hpp"

namespace sim {

/// The heads of a fused tensor as rows: head i of token n begins at n * first.stride + i *
/// head_stride elements after the first. `first` [tokens, head_dim] is head 0.
struct ConstHeadRows {
  ConstView first;
  std::int64_t heads = 1;
  std::int64_t head_stride = 0;
};
struct HeadRows {
  View first;
  std::int64_t heads = 1;
  std::int64_t head_stride = 0;
  operator ConstHeadRows() const {  // NOLINT(google-explicit-constructor)
    return {first, heads, head_stride};
  }
};

/// Copies between heads that lie anywhere in a row and rows of their own, for kernels that walk
/// over rows, such as query and key norms. packed [tokens * heads, head_dim], row n * heads + i
/// being head i of token n; both of one type, no overlap, row strides free.
void pack_heads(ConstHeadRows in, View packed);
void copy_heads(ConstView packed, HeadRows out);

}  // namespace sim
