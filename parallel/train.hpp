#pragma once

#include <functional>
#include <span>

#include "parallel/measurement.hpp"
#include "parallel/plan.hpp"
#include "parallel/sources.hpp"
#include "ranks/operation_log.hpp"
#include "ranks/session.hpp"
#include "sim/model/parameters.hpp"

namespace parallel {

/// Receives a whole fp32 tensor, row-major and without padded rows, on rank 0.
using TensorSink =
    std::function<void(const sim::ParameterSpec& spec, std::span<const float> values)>;

/// LoggedInstruction::action of what follows a step's schedule: loss, norm and optimizer. All else
/// is an Action; a backward_input whose weight half follows at once stands for both.
inline constexpr int after_schedule = -1;
/// Receives a rank's operations of a step that was applied.
using OperationSink = std::function<void(const ranks::OperationLog& log)>;

/// What a run may hand out besides its result; what is empty is not gathered. Must be empty or set
/// alike on all ranks.
struct DumpSinks {
  TensorSink gradients;           // of the first step, unscaled, before clipping
  TensorSink weights;             // after the last step: the fp32 master where there is one
  OperationSink operations = {};  // of every applied step, on every rank; empty: nothing is logged
};

/// Trains plan.steps steps on the first plan.mesh.size() ranks of the session. Collective over all
/// ranks of the session; those outside the mesh return an empty result. `weights` may be empty:
/// initial values are then drawn from the seed. Throws sim::Error on a plan that cannot be, and
/// when ranks that must end with the same weights do not (replicas.hpp).
TrainingResult train(ranks::Session& session, const Plan& plan, const BatchSource& batches,
                     const WeightSource& weights, const DumpSinks& sinks);

/// What `rank` of the plan's mesh measures in a shape-only run of the same steps: buffers have a
/// size and no memory, kernels count and return, groups record and return. Reads neither text nor
/// weights, assumes that no step overflows, and asks no other rank. Throws sim::Error on a plan
/// that cannot be. `operations` may be empty.
Measurement walk_training(const Plan& plan, int rank, const OperationSink& operations = {});

}  // namespace parallel
