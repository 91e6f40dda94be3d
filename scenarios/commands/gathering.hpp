#pragma once

#include <span>
#include <vector>

#include "parallel/measurement.hpp"
#include "ranks/session.hpp"

namespace scenarios {

/// What all ranks measured, in the order of their numbers, on rank 0 (empty elsewhere). Collective
/// over the session; a rank may have nothing to tell.
std::vector<parallel::Measurement> gather_measurements(ranks::Session& session,
                                                       std::span<const parallel::Measurement> own,
                                                       ranks::Part part = ranks::Part::working);

}  // namespace scenarios
