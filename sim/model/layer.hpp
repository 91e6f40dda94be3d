#pragma once

#include "sim/model/attention.hpp"
#include "sim/model/mlp.hpp"
#include "sim/model/norm.hpp"

namespace sim {

/// What one layer keeps of one micro-batch. A residual sum exists once: as the next norm's input.
struct LayerSaved {
  NormSaved norm_1;
  AttentionSaved attention;
  NormSaved norm_2;
  MlpSaved mlp;
};

/// Pre-norm block: x + attention(norm_1(x)), then + mlp(norm_2(.)). Keeps `input` as norm_1.input;
/// returns the output [n, h], charged to `output_owner`. `layer`: its number in the whole model.
Tensor layer_forward(Context& context, const LayerIds& ids, std::int64_t layer, Tensor input,
                     Owner output_owner, LayerSaved& saved);

/// From the gradient of the output to that of the input, charged to `gradient_owner`. Frees `dout`
/// once its last use is done, and `saved` operator by operator.
Tensor layer_backward(Context& context, const LayerIds& ids, Tensor dout, Owner gradient_owner,
                      LayerSaved& saved);

}  // namespace sim
