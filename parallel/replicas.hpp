#pragma once

#include <cstdint>
#include <span>

#include "parallel/groups.hpp"
#include "parallel/plan.hpp"
#include "parallel/zero/parameter_store.hpp"

namespace parallel {

/// A number that stands for the values of a view: alike for equal ones, and different when a single
/// value differs. Which of the many NaNs a NaN is makes no difference.
std::uint64_t fingerprint(sim::ConstView values);

/// Compares what several ranks must hold alike: whole weights over the data-parallel replicas, what
/// tensor parallelism does not split over the ranks that hold it, and the two ends' copies of a
/// tied table. Throws sim::Error that names tensor and ranks where they differ. Collective over all
/// ranks of the mesh; sends eight bytes a tensor, so it belongs outside what is measured.
void check_replicas(Groups& groups, const Plan& plan, std::span<ParameterStore* const> stores);

}  // namespace parallel
