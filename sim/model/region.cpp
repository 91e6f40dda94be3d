#include "sim/model/region.hpp"

#include <utility>

namespace sim {

Gathered::Gathered(Context& context, ConstView shard, Category category) : view_(shard) {
  if (shard.rows == context.tokens()) return;
  buffer_ = context.make({category}, context.tokens(), shard.columns);
  context.tensor_parallel.all_gather(shard, buffer_);
  view_ = buffer_;
}

Tensor reduce_partial(Context& context, Tensor partial) {
  if (!context.is_sequence_parallel()) {
    context.tensor_parallel.sum(partial);
    return partial;
  }
  Tensor own = context.make_workspace(context.shard_rows(), partial.columns());
  context.tensor_parallel.reduce_scatter(partial, own);
  return own;
}

}  // namespace sim
