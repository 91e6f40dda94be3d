#include "sim/model/linear.hpp"

#include "sim/kernels/bias.hpp"
#include "sim/kernels/product.hpp"

namespace sim {

void linear_forward(Context& context, const LinearIds& ids, ConstView x, std::int64_t first_output,
                    View y) {
  const ConstView weight = context.parameters.weight(ids.weight);
  const Operand right = context.model.names.weights_are_in_out
                            ? Operand{weight.column_block(first_output, y.columns)}
                            : transposed(weight.row_block(first_output, y.columns));
  multiply(context.meters, y, {x}, right);
}

void linear_backward_input(Context& context, const LinearIds& ids, ConstView dy, View dx) {
  const ConstView weight = context.parameters.weight(ids.weight);
  multiply(context.meters, dx, {dy}, {weight, context.model.names.weights_are_in_out});
}

void linear_backward_weight(Context& context, const LinearIds& ids, ConstView x, ConstView dy) {
  if (ids.bias != no_parameter) {
    add_gradient(context.parameters, ids.bias,
                 [&](View gradient) { add_column_sums(context.meters, dy, gradient); });
  }
  add_gradient(context.parameters, ids.weight, [&](View gradient) {
    const bool in_out = context.model.names.weights_are_in_out;
    multiply(context.meters, gradient, transposed(in_out ? x : dy), {in_out ? dy : x}, Into::add);
  });
}

ConstView bias_of(const Context& context, const LinearIds& ids, std::int64_t first,
                  std::int64_t count) {
  if (ids.bias == no_parameter) return {};
  return context.parameters.weight(ids.bias).column_block(first, count);
}

void branch_end_forward(Context& context, const BranchEnd& end, ConstView x, ConstView residual,
                        Tensor& mask, View out) {
  const ModuleScope scope(context.parameters, end.linear.module);
  Tensor branch = context.make_workspace(out.rows, out.columns);
  linear_forward(context, end.linear, x, 0, branch);
  context.tensor_parallel.sum(branch);
  const DropoutSite site = context.hidden_dropout(end.dropout_site);
  if (site.probability > 0) {
    mask = Tensor(context.meters, activation(end.mask_item), Dtype::uint8, out.rows, out.columns);
    draw_mask(site, mask);
  }
  bias_dropout_add(context.meters, branch, bias_of(context, end.linear, 0, out.columns), mask,
                   site.probability, residual, out);
}

Tensor branch_end_backward(Context& context, const BranchEnd& end, ConstView dout, Tensor& mask,
                           Tensor& x) {
  Tensor masked;
  ConstView dbranch = dout;
  if (!mask.empty()) {
    masked = context.make_workspace(dout.rows, dout.columns);
    apply_mask(context.meters, dout, mask, context.model.hidden_dropout, masked);
    mask.free();
    dbranch = masked;
  }
  const ModuleScope scope(context.parameters, end.linear.module);
  Tensor dx = context.make_workspace(x.rows(), x.columns());
  linear_backward_input(context, end.linear, dbranch, dx);
  linear_backward_weight(context, end.linear, x, dbranch);
  x.free();
  return dx;
}

Tensor column_linear_backward(Context& context, const LinearIds& ids, ConstView dy, Tensor& x) {
  const ModuleScope scope(context.parameters, ids.module);
  Tensor dx = context.make_workspace(x.rows(), x.columns());
  linear_backward_input(context, ids, dy, dx);
  linear_backward_weight(context, ids, x, dy);
  x.free();
  context.tensor_parallel.sum(dx);
  return dx;
}

}  // namespace sim
