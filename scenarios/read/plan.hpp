#pragma once

#include "parallel/plan.hpp"
#include "scenarios/scenario_values.hpp"

namespace scenarios {

/// What the train step is given, from the values of a scenario without faults.
parallel::Plan plan_of(const ScenarioValues& values);

/// Rows of the word table as stored: ceil(V / unit) * unit with unit = divisible_by * t.
std::int64_t padded_vocabulary(std::int64_t vocabulary, std::int64_t divisible_by, std::int64_t t);

}  // namespace scenarios
