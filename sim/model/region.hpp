#pragma once

#include "sim/model/context.hpp"

namespace sim {

/// The ways into and out of attention and MLP (Korthikanti et al. 2022, section 4.2.2). Without
/// sequence parallelism tensors are whole on every rank and only sums are needed; with it they are
/// each rank's positions outside, gathered on the way in, reduced and scattered on the way out.

/// A tensor seen whole, [tokens, w], for the length of a scope: itself, or, if it has this rank's
/// rows alone, [shard_rows, w], gathered into a buffer of `category`.
class Gathered {
 public:
  Gathered(Context& context, ConstView shard, Category category);
  [[nodiscard]] ConstView view() const { return view_; }

 private:
  Tensor buffer_;
  ConstView view_;
};

/// The sum over the ranks of their `partial` results [tokens, w]: the same tensor, or this rank's
/// positions of it in a new one (workspace).
Tensor reduce_partial(Context& context, Tensor partial);

}  // namespace sim
