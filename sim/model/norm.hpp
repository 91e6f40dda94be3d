#pragma once

#include "sim/model/context.hpp"

namespace sim {

/// What a norm keeps for its backward.
struct NormSaved {
  Tensor input;
  Tensor statistics;
};

/// y = norm(saved.input); fills saved.statistics. y [n, h].
void norm_forward(Context& context, const NormIds& ids, Item statistics_item, NormSaved& saved,
                  View y);

/// dx = residual_gradient + gradient towards the norm's input (residual_gradient may be empty);
/// adds the gradients of bias and gain and frees `saved`.
void norm_backward(Context& context, const NormIds& ids, ConstView dy, ConstView residual_gradient,
                   NormSaved& saved, View dx);

}  // namespace sim
