#include "sim/model/branch.hpp"

#include "sim/model/region.hpp"
#include "sim/model/weight_halves.hpp"

namespace sim {
namespace {

Tensor row_parallel_product(Context& context, const LinearIds& ids, ConstView x) {
  Tensor partial = context.make_workspace(context.tokens(), context.model.hidden);
  linear_product(context, ids, x, 0, partial);
  return reduce_partial(context, std::move(partial));
}

}  // namespace

void branch_end_forward(Context& context, const BranchEnd& end, ConstView x, ConstView residual,
                        Tensor& mask, View out) {
  const ModuleScope scope(context.parameters, end.linear.module);
  const Tensor branch = row_parallel_product(context, end.linear, x);
  const DropoutSite site = context.hidden_dropout(end.dropout_site);
  if (site.probability > 0) {
    mask =
        Tensor(context.meters, context.saved(end.mask_item), Dtype::uint8, out.rows, out.columns);
    draw_mask(site, mask);
  }
  bias_dropout_add(context.meters, branch, bias_of(context, end.linear, 0, out.columns), mask,
                   site.probability, residual, out);
  context.release(mask);
}

Tensor branch_end_backward(Context& context, const LinearIds& linear, Item gradient_item,
                           const std::shared_ptr<Tensor>& dout, Tensor& mask, Tensor& x) {
  Tensor masked;
  ConstView dbranch = *dout;
  if (!mask.empty()) {
    masked = context.make_workspace(dout->rows(), dout->columns());
    apply_mask(context.meters, *dout, mask, context.model.hidden_dropout, masked);
    mask.free();
    dbranch = masked;
  }
  const Gathered whole(context, dbranch, Category::workspace);
  Tensor dx = context.make_workspace(x.rows(), x.columns());
  LinearsBackward(context, x).run(linear, whole.view(), dbranch, dx);
  finish_input(context, x);
  if (masked.empty()) {
    keep_output_gradient(context, dout, gradient_item);
  } else {
    keep_output_gradient(context, masked, gradient_item);
  }
  return dx;
}

}  // namespace sim
