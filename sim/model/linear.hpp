#pragma once

#include <string>

#include "sim/model/context.hpp"

namespace sim {

/// y = x W for columns [first_output, first_output + y.columns) of W's outputs (no bias).
/// x [n, in], y [n, out]; the module must be entered.
void linear_forward(Context& context, const LinearIds& ids, ConstView x, std::int64_t first_output,
                    View y);

/// The two halves of a linear's backward. dy [n, out], x and dx [n, in].
/// Input half: dx = dy W^T; the module must be entered.
void linear_backward_input(Context& context, const LinearIds& ids, ConstView dy, View dx);
/// Weight half: gradients of the bias, then of the weight, are added to.
void linear_backward_weight(Context& context, const LinearIds& ids, ConstView x, ConstView dy);

/// The bias' columns [first, first + count), or a view without data when the linear has none.
ConstView bias_of(const Context& context, const LinearIds& ids, std::int64_t first,
                  std::int64_t count);

/// The end of a branch: a row-parallel linear whose parts are summed over the tensor-parallel
/// group, then bias, dropout and the residual: out = residual + dropout(sum(x W) + bias).
/// `mask` is made and drawn when hidden dropout is on. x [n, in/t], residual and out [n, h].
struct BranchEnd {
  LinearIds linear;
  Item mask_item;
  std::string dropout_site;
};
void branch_end_forward(Context& context, const BranchEnd& end, ConstView x, ConstView residual,
                        Tensor& mask, View out);
/// Returns the gradient of x (workspace) and adds the linear's gradients; frees mask and x as the
/// operators that used them end.
Tensor branch_end_backward(Context& context, const BranchEnd& end, ConstView dout, Tensor& mask,
                           Tensor& x);

/// The start of a branch, backwards: a column-parallel linear's gradients from dy [n, out/t];
/// returns the gradient of its input, summed over the tensor-parallel group, and frees `x`.
Tensor column_linear_backward(Context& context, const LinearIds& ids, ConstView dy, Tensor& x);

}  // namespace sim
