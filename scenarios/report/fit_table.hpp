#pragma once

#include <string>

#include "scenarios/fit/fit.hpp"
#include "scenarios/report/terminal.hpp"

namespace scenarios {

/// Whether the fullest rank fits its memory, what fills it by category, and a row for each of the
/// nearest changes that were walked: the ranks it takes, its worst peak, whether that fits, or why
/// it is refused.
std::string fit_table(const Fit& fit, const TerminalStyle& style);

}  // namespace scenarios
