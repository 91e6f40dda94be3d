#pragma once

#include <cstdint>
#include <vector>

#include "parallel/measurement.hpp"
#include "parallel/plan.hpp"

namespace parallel {

/// The first rank of each class of ranks that measure the same in a run of the plan, ascending: one
/// a pipeline stage. Nothing counted tells the ranks of a stage apart: tensor ranks hold equal
/// cuts, since what does not divide is refused or padded, and data ranks equal pieces with their
/// padding.
std::vector<int> rank_classes(const Plan& plan);

/// What the class of `first_rank` measures in a shape-only run, with the number of its ranks
/// (walk_training, walk_generation). A test holds every rank of small meshes against it.
Measurement walk_class(const Plan& plan, int first_rank);

/// P of the plan's model, each tensor once, the vocabulary as padded.
std::int64_t model_size(const Plan& plan);

}  // namespace parallel
