#pragma once

#include "parallel/plan.hpp"
#include "sim/model/parameters.hpp"

namespace parallel {

/// The layers of one virtual stage, with the embedding on the first and the head on the last.
sim::ChunkRange chunk_range(const Plan& plan, int virtual_stage);

}  // namespace parallel
