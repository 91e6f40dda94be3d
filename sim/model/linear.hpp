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

/// The two halves of a linear's backward. dy [n, out], x and dx [n, in]; the module must be
/// entered. Input half: dx = dy W^T, or added to dx.
void linear_backward_input(Context& context, const LinearIds& ids, ConstView dy, View dx,
                           Into into = Into::overwrite);
/// Weight half: the gradients of the bias, then of the weight, are added to. The bias' comes from
/// `dbias`, the same rows as dy or this rank's part of them.
void linear_backward_weight(Context& context, const LinearIds& ids, ConstView x, ConstView dy,
                            ConstView dbias);

/// The bias' columns [first, first + count), or an empty view when the linear has none.
ConstView bias_of(const Context& context, const LinearIds& ids, std::int64_t first,
                  std::int64_t count);

}  // namespace sim
