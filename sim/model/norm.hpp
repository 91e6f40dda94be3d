#pragma once

#include "sim/model/context.hpp"

namespace sim {

/// What a norm keeps for its backward.
struct NormSaved {
  Tensor input;  // empty where another owns it (parallel blocks share one)
  Tensor statistics;
};

/// y = norm(x), LayerNorm or RMSNorm as the block says; makes `statistics`, which belong to
/// `statistics_item`. x, y [n, w], w the size of the norm's vectors.
void norm_forward(Context& context, const NormIds& ids, Item statistics_item, ConstView x,
                  Tensor& statistics, View y);

/// dx = residual_gradient + gradient towards x (residual_gradient may be empty); adds the gradients
/// of bias and gain and frees `statistics`. dx may be dy or residual_gradient.
void norm_backward(Context& context, const NormIds& ids, ConstView dy, ConstView x,
                   ConstView residual_gradient, Tensor& statistics, View dx);

}  // namespace sim
