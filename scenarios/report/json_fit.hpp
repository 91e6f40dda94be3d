#pragma once

#include <optional>

#include "scenarios/fit/fit.hpp"
#include "scenarios/report/json_writer.hpp"

namespace scenarios {

/// The key "fit" of a run: the worst rank against the memory it has and what the nearest changes
/// that are allowed would need; null without a fit.
void write_fit(JsonWriter& json, const std::optional<Fit>& fit);

}  // namespace scenarios
