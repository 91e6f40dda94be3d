#pragma once

#include "parallel/measurement.hpp"
#include "parallel/plan.hpp"
#include "parallel/sources.hpp"
#include "ranks/session.hpp"

namespace parallel {

/// Runs a plan of mode inference on the first plan.mesh.size() ranks of the session: every replica
/// generates for its micro-batches one after the other; each takes its prompts in one pass and then
/// one token at a time, greedily, from a cache of keys and values. A pass goes through the pipeline
/// stage by stage, and its tokens go to all ranks on axis `control`. The one generation is the
/// measured step. `batches` is asked for the prompts' tokens alone. Collective over all ranks of
/// the session; those outside the mesh return an empty result. Throws sim::Error on a plan that
/// cannot be.
TrainingResult generate(ranks::Session& session, const Plan& plan, const BatchSource& batches,
                        const WeightSource& weights);

/// What `rank` of the plan's mesh measures in a shape-only run of the same generation (train.hpp's
/// walk_training).
Measurement walk_generation(const Plan& plan, int rank);

}  // namespace parallel
