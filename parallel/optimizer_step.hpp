#pragma once

#include <optional>
#include <span>

#include "parallel/groups.hpp"
#include "parallel/plan.hpp"
#include "parallel/zero/parameter_store.hpp"

namespace parallel {

/// The global norm of the unscaled gradients, each parameter once: replicated ones on one rank,
/// split ones as the sum of their parts, a tied table on the first stage. Empty when a gradient of
/// any rank is not finite (an overflow of the loss scale). Collective over all ranks of the mesh.
std::optional<double> global_gradient_norm(sim::Meters& meters, Groups& groups,
                                           std::span<ParameterStore* const> stores,
                                           double loss_scale);

/// One update of the rank's own elements by the plan's optimizer, then the weights of the others'
/// (stages 1 and 2). Tensors of two dimensions decay.
/// `step` counts applied steps from 1; `gradient_norm` clips (Pascanu et al. 2013: the factor
/// min(1, clip / (norm + 1e-6)) of PyTorch). Collective over the data-parallel group.
void optimizer_step(sim::Meters& meters, const OptimizerPlan& plan,
                    std::span<ParameterStore* const> stores, std::int64_t step,
                    double gradient_norm, double loss_scale);

}  // namespace parallel
