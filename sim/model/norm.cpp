#include "sim/model/norm.hpp"

#include "sim/kernels/bias.hpp"
#include "sim/kernels/norm.hpp"
#include "sim/kernels/rms_norm.hpp"

namespace sim {
namespace {

bool is_rms_norm(const Context& context) {
  return context.model.block.normalization == Normalization::rms_norm;
}

}  // namespace

void norm_forward(Context& context, const NormIds& ids, Item statistics_item, ConstView x,
                  Tensor& statistics, View y) {
  const ModuleScope scope(context.parameters, ids.module);
  const ConstView gain = context.parameters.weight(ids.gain);
  const auto epsilon = static_cast<float>(context.model.block.layernorm_epsilon);
  const std::int64_t moments = is_rms_norm(context) ? 1 : 2;
  statistics = Tensor(context.meters, context.saved(statistics_item), Dtype::fp32, y.rows, moments);
  if (is_rms_norm(context)) {
    rms_norm_forward(context.meters, x, gain, epsilon, y, statistics);
  } else {
    layer_norm_forward(context.meters, x, gain, context.parameters.weight(ids.bias), epsilon, y,
                       statistics);
  }
  context.release(statistics);
}

void norm_backward(Context& context, const NormIds& ids, ConstView dy, ConstView x,
                   ConstView residual_gradient, Tensor& statistics, View dx) {
  const ModuleScope scope(context.parameters, ids.module);
  const ConstView gain = context.parameters.weight(ids.gain);
  if (is_rms_norm(context)) {
    add_gradient(context.parameters, ids.gain, [&](View gradient) {
      rms_norm_backward_gain(context.meters, dy, x, statistics, gradient);
    });
    rms_norm_backward_input(context.meters, dy, x, gain, statistics, residual_gradient, dx);
  } else {
    add_gradient(context.parameters, ids.bias,
                 [&](View gradient) { add_column_sums(context.meters, dy, gradient); });
    add_gradient(context.parameters, ids.gain, [&](View gradient) {
      layer_norm_backward_gain(context.meters, dy, x, statistics, gradient);
    });
    layer_norm_backward_input(context.meters, dy, x, gain, statistics, residual_gradient, dx);
  }
  statistics.free();
}

}  // namespace sim
