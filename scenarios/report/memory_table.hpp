#pragma once

#include <string>

#include "scenarios/report/run_report.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// What a rank holds: of the one that held most each category as kept and at the peak, its share of
/// the peak, and what the article says of it. Empty when no step was measured.
std::string memory_table(const RunReport& report, const TerminalStyle& style);

}  // namespace scenarios
