#pragma once

#include <string>

#include "scenarios/report/run_report.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// Stages or ranks side by side, neighbours that are alike in one column: what each holds at its
/// peak, computes and sends in a step by axis, and what all compute and send together. Columns that
/// find no room are left out, with `all_ranks` put below.
std::string rank_columns(const RunReport& report, const TerminalStyle& style);

}  // namespace scenarios
