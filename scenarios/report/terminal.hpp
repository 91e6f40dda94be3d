#pragma once

#include <span>
#include <string>
#include <vector>

#include "scenarios/judge/check.hpp"
#include "scenarios/judge/remarks.hpp"
#include "scenarios/packs/catalogue.hpp"
#include "scenarios/report/run_report.hpp"
#include "scenarios/report/verdict_file.hpp"

namespace scenarios {

/// How text for a terminal is made. `colour`: only when the output is a terminal.
struct TerminalStyle {
  bool colour = false;
  bool all_ranks = false;  // every rank's check instead of the worst one's
};

/// One scenario: its name, mesh and loss, then estimate | measured | verdict of each formula at its
/// worst rank; what is not as expected first. Bytes in GiB where they are many.
std::string verdict_table(const RunReport& report, const TerminalStyle& style);

/// The closed forms of a scenario alone: one row a formula, with the range over the ranks.
std::string estimate_table(const Scenario& scenario, std::span<const Estimate> estimates,
                           const TerminalStyle& style);

/// Identities and rules of thumb with their values; nothing where there are none.
std::string remark_table(std::span<const RemarkValue> remarks, const TerminalStyle& style);

/// Every formula of a pack: id, expression, quantity, source, assumptions, agreement, reason; its
/// remarks, tensors and definitions. `verdicts`: what each formula got over a library.
std::string pack_listing(const Pack& pack, const VerdictCounts& verdicts = {});

}  // namespace scenarios
