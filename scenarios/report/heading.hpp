#pragma once

#include <string>

#include "scenarios/report/run_report.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// What was run and how it went: name, mesh, schedule, ZeRO stage, precision; loss, parameters.
std::string heading_text(const RunReport& report, const TerminalStyle& style);

}  // namespace scenarios
