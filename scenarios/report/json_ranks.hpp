#pragma once

#include "parallel/measurement.hpp"
#include "scenarios/report/json_writer.hpp"

namespace scenarios {

/// One entry of a run's "ranks".
void write_rank(JsonWriter& json, const parallel::Measurement& rank);

}  // namespace scenarios
