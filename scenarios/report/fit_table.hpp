#pragma once

#include <string>

#include "scenarios/fit/fit.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// Whether the fullest rank fits its memory, and a row for each of the nearest changes that were
/// walked: the ranks it takes, its worst peak, whether that fits, or why it is refused.
std::string fit_table(const Fit& fit, const TerminalStyle& style);

}  // namespace scenarios
