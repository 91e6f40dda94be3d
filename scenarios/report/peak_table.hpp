#pragma once

#include <span>
#include <string>

#include "parallel/measurement.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// What was alive on the rank that held most when its total peaked (of equals the first): the
/// eight largest entries with category, item, layer and micro-batch, and the sum of the others.
/// Empty when no rank measured anything.
std::string peak_table(std::span<const parallel::Measurement> ranks, const TerminalStyle& style);

}  // namespace scenarios
