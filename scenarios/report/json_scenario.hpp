#pragma once

#include "scenarios/report/json_writer.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// A run's "scenario": its keys as nested objects, defaults filled, and its `check` section.
void write_scenario(JsonWriter& json, const Scenario& scenario);

}  // namespace scenarios
