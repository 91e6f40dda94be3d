#pragma once

#include "sim/kernels/product.hpp"
#include "sim/model/context.hpp"

namespace sim {

/// y = x W + bias for columns [first_output, first_output + y.columns) of W's outputs. x [n, in],
/// y [n, out]; the module must be entered.
void linear_forward(Context& context, const LinearIds& ids, ConstView x, std::int64_t first_output,
                    View y);
/// The same without the bias, which a row-parallel linear adds after its sum.
void linear_product(Context& context, const LinearIds& ids, ConstView x, std::int64_t first_output,
                    View y);

/// The two halves of a linear's backward. dy [n, out], x and dx [n, in].
/// Input half, for which the module must be entered: dx = dy W^T, or added to dx; and the bias'
/// gradient is added to, from dy or this rank's rows of it.
void linear_backward_input(Context& context, const LinearIds& ids, ConstView dy, View dx,
                           Into into = Into::overwrite);
void linear_backward_bias(Context& context, const LinearIds& ids, ConstView dy);
/// Weight half: the weight's gradient is added to. It needs no weight, and no module entered.
void linear_backward_weight(Context& context, ParameterId weight, ConstView x, ConstView dy);

/// The bias' columns [first, first + count), or an empty view when the linear has none.
ConstView bias_of(const Context& context, const LinearIds& ids, std::int64_t first,
                  std::int64_t count);

}  // namespace sim
