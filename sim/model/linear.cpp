#include "sim/model/linear.hpp"

#include "sim/kernels/bias.hpp"

namespace sim {

void linear_product(Context& context, const LinearIds& ids, ConstView x, std::int64_t first_output,
                    View y) {
  const Operand weight{context.parameters.weight(ids.weight),
                       !context.model.names.weights_are_in_out,
                       context.parameters.scales(ids.weight)};
  multiply(context.meters, y, {x}, columns_of(weight, first_output, y.columns));
}

void linear_forward(Context& context, const LinearIds& ids, ConstView x, std::int64_t first_output,
                    View y) {
  linear_product(context, ids, x, first_output, y);
  const ConstView bias = bias_of(context, ids, first_output, y.columns);
  if (!bias.empty()) add_bias(context.meters, y, bias);
}

void linear_backward_input(Context& context, const LinearIds& ids, ConstView dy, View dx,
                           Into into) {
  const ConstView weight = context.parameters.weight(ids.weight);
  multiply(context.meters, dx, {dy}, {weight, context.model.names.weights_are_in_out}, into);
}

void linear_backward_bias(Context& context, const LinearIds& ids, ConstView dy) {
  if (ids.bias == no_parameter) return;
  add_gradient(context.parameters, ids.bias,
               [&](View gradient) { add_column_sums(context.meters, dy, gradient); });
}

void linear_backward_weight(Context& context, ParameterId weight, ConstView x, ConstView dy) {
  add_gradient(context.parameters, weight, [&](View gradient) {
    const bool in_out = context.model.names.weights_are_in_out;
    multiply(context.meters, gradient, transposed(in_out ? x : dy), {in_out ? dy : x}, Into::add);
  });
}

ConstView bias_of(const Context& context, const LinearIds& ids, std::int64_t first,
                  std::int64_t count) {
  if (ids.bias == no_parameter) return {};
  return context.parameters.weight(ids.bias).column_block(first, count);
}

}  // namespace sim
