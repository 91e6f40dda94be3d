#pragma once

#include <span>
#include <string>
#include <vector>

#include "scenarios/judge/check.hpp"
#include "scenarios/judge/remarks.hpp"
#include "scenarios/packs/catalogue.hpp"
#include "scenarios/report/run_report.hpp"
#include "scenarios/report/text_table.hpp"
#include "scenarios/report/verdict_file.hpp"

namespace scenarios {

/// Checks: estimate | measured | verdict of each formula at its worst rank, what is not as expected
/// first. Where all of a scenario are shown, those that are exactly 0 and those that were not
/// judged are named below; `is_chosen`: these too have rows, with what an assumption failed at.
std::string verdict_table(const std::vector<Check>& checks, const RunResult& run, bool is_chosen,
                          const TerminalStyle& style);

/// The closed forms of a scenario alone: one row a formula, with the range over the ranks.
std::string estimate_table(const Scenario& scenario, std::span<const Estimate> estimates,
                           const TerminalStyle& style);

/// Identities and rules of thumb with their values; nothing where there are none.
std::string remark_table(std::span<const RemarkValue> remarks, const TerminalStyle& style);

/// Every formula of a pack: id, expression, quantity, source, assumptions, agreement, reason; its
/// remarks, tensors and definitions. `verdicts`: what each formula got over a library.
std::string pack_listing(const Pack& pack, const VerdictCounts& verdicts = {});

/// One formula with the name of its pack.
std::string formula_listing(const Formula& formula, const VerdictCounts& verdicts = {});

/// A line a pack: how many formulas and remarks it has, and its source.
std::string pack_table(std::span<const Pack> packs, const TerminalStyle& style);

}  // namespace scenarios
