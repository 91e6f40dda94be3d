#pragma once

#include <memory>
#include <string>

#include "sim/model/linear.hpp"

namespace sim {

/// The end of attention and of the MLP: a row-parallel linear whose parts are summed over the
/// tensor-parallel group, then bias, dropout and the residual.
struct BranchEnd {
  LinearIds linear;
  Item mask_item;
  std::string dropout_site;
};

/// out = residual + dropout(sum(x W) + bias). `mask` is made and drawn when hidden dropout is on.
/// x [tokens, in/t]; residual and out [shard_rows, h], which may be one.
void branch_end_forward(Context& context, const BranchEnd& end, ConstView x, ConstView residual,
                        Tensor& mask, View out);

/// Returns the gradient of x (workspace) and adds the linear's gradients; frees mask and x as the
/// operators that used them end. dout [shard_rows, h]. A weight half that is put off keeps x, and
/// as `gradient_item` the gradient of the linear's outputs, which without dropout is dout.
Tensor branch_end_backward(Context& context, const LinearIds& linear, Item gradient_item,
                           const std::shared_ptr<Tensor>& dout, Tensor& mask, Tensor& x);

}  // namespace sim
