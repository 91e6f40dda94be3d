#pragma once

#include <string>

#include "scenarios/report/run_report.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// What a person asks first of one scenario: mesh and loss, what a rank holds and whether it fits,
/// stages or ranks side by side with FLOPs and bytes sent, then the verdicts that are not exact
/// with their reasons, and one line a pack.
std::string first_screen(const RunReport& report, const TerminalStyle& style);

/// The verdicts that are not exact, each with its reason: of all formulas, or only of those that
/// are not as expected. Empty where there are none.
std::string open_verdicts(const RunReport& report, bool unexpected_alone,
                          const TerminalStyle& style);

/// How many checks of each verdict a pack got, a line a pack.
std::string pack_counts(const std::vector<Check>& checks, const TerminalStyle& style);

}  // namespace scenarios
