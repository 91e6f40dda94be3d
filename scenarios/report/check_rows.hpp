#pragma once

#include "scenarios/judge/check.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// A table with a row a check: formula, rank, estimate, measured, verdict, quantity.
TextTable table_of_checks();

void add_row(TextTable& table, const Check& check);

/// The same, and below it why: the pack's reason, and of what is not as expected what was claimed.
void add_with_reason(TextTable& table, const Check& check, const RunResult& run);

}  // namespace scenarios
