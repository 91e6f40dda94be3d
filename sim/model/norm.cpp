#include "sim/model/norm.hpp"

#include "sim/kernels/bias.hpp"
#include "sim/kernels/norm.hpp"

namespace sim {

void norm_forward(Context& context, const NormIds& ids, Item statistics_item, NormSaved& saved,
                  View y) {
  const ModuleScope scope(context.parameters, ids.module);
  saved.statistics = Tensor(context.meters, activation(statistics_item), Dtype::fp32, y.rows, 2);
  layer_norm_forward(context.meters, saved.input, context.parameters.weight(ids.gain),
                     context.parameters.weight(ids.bias),
                     static_cast<float>(context.model.block.layernorm_epsilon), y,
                     saved.statistics);
}

void norm_backward(Context& context, const NormIds& ids, ConstView dy, ConstView residual_gradient,
                   NormSaved& saved, View dx) {
  const ModuleScope scope(context.parameters, ids.module);
  add_gradient(context.parameters, ids.bias,
               [&](View gradient) { add_column_sums(context.meters, dy, gradient); });
  add_gradient(context.parameters, ids.gain, [&](View gradient) {
    layer_norm_backward_gain(context.meters, dy, saved.input, saved.statistics, gradient);
  });
  layer_norm_backward_input(context.meters, dy, saved.input, context.parameters.weight(ids.gain),
                            saved.statistics, residual_gradient, dx);
  saved.input.free();
  saved.statistics.free();
}

}  // namespace sim
