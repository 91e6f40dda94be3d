#pragma once

#include "sim/model/attention.hpp"
#include "sim/model/mlp.hpp"
#include "sim/model/norm.hpp"

namespace sim {

/// What one layer keeps of one micro-batch. A residual sum exists once: as the next norm's input.
struct LayerSaved {
  Tensor checkpoint;  // with full recomputation: the layer's input, or this rank's part of it
  NormSaved norm_1;
  AttentionSaved attention;
  NormSaved norm_2;
  MlpSaved mlp;
};

/// A pre-norm block on x [shard_rows, h], the layer's input: x + attention(norm_1(x)), then
/// + mlp(norm_2(.)); with a parallel residual x + attention(norm_1(x)) + mlp(norm_2(x)), where a
/// shared norm stands for both. Returns the output, charged to `output_owner`. `layer`: its number
/// in the whole model.
Tensor layer_forward(Context& context, const LayerIds& ids, std::int64_t layer, ConstView x,
                     Owner output_owner, LayerSaved& saved);

/// From the gradient of the output to that of the input, charged to `gradient_owner`; x is
/// saved.norm_1.input. Frees `dout` once its last use is done, and `saved` operator by operator; of
/// both, weight halves that are put off keep what they need.
Tensor layer_backward(Context& context, const LayerIds& ids, std::int64_t layer, Tensor dout,
                      Owner gradient_owner, LayerSaved& saved);

}  // namespace sim
