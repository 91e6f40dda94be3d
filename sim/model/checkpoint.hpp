#pragma once

#include "sim/model/layer.hpp"

namespace sim {

/// A layer of a chunk: layer_forward and layer_backward under what ActivationPlan::recompute says.
/// With full recomputation (Chen et al. 2016) the forward keeps the layer's input alone, whole or,
/// with partition_activations, this rank's part of it (Rajbhandari et al. 2020, section 6.1); the
/// backward first computes the layer's forward again, which counts as `recompute`.

/// Who owns the tensor that a layer of a chunk takes over as its input.
Owner layer_input_owner(const ActivationPlan& plan);

/// Takes `input` over; returns the layer's output, charged to `output_owner`.
Tensor forward_layer(Context& context, const LayerIds& ids, std::int64_t layer, Tensor input,
                     Owner output_owner, LayerSaved& saved);

/// As layer_backward.
Tensor backward_layer(Context& context, const LayerIds& ids, std::int64_t layer, Tensor dout,
                      Owner gradient_owner, LayerSaved& saved);

}  // namespace sim
