#pragma once

#include <span>

#include "parallel/groups.hpp"
#include "parallel/train.hpp"
#include "parallel/zero/parameter_store.hpp"

namespace parallel {

/// Gathers every tensor of the whole model, in the order of the forward, to rank 0 of the mesh and
/// hands it to `sink` there: each element from the one rank that counts it. Collective over all
/// ranks of the mesh; not part of any measurement.
/// Gradients: as they stand after the reduction, divided by `loss_scale`.
void dump_gradients(Groups& groups, const Plan& plan, std::span<ParameterStore* const> stores,
                    double loss_scale, const TensorSink& sink);
/// Weights: the fp32 master where there is one.
void dump_weights(Groups& groups, const Plan& plan, std::span<ParameterStore* const> stores,
                  const TensorSink& sink);

}  // namespace parallel
