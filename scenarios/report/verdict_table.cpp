#include <fmt/format.h>

#include "scenarios/report/check_rows.hpp"
#include "scenarios/report/terminal.hpp"
#include "scenarios/report/verdict_text.hpp"
#include "scenarios/report/worst.hpp"

namespace scenarios {

namespace {

bool is_exactly_zero(const Check& check) {
  return check.verdict == Verdict::exact && check.as_expected && check.estimate == 0;
}

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (names.empty() || names.back() != name) names.push_back(name);
}

}  // namespace

std::string verdict_table(const std::vector<Check>& checks, const RunResult& run, bool is_chosen,
                          const TerminalStyle& style) {
  TextTable table = table_of_checks();
  std::vector<std::string> zero;  // predicted and measured alike
  std::vector<std::string> outside;
  for (const Check& check : style.all_ranks ? worst_first(checks) : worst_of_each_formula(checks)) {
    const bool is_outside = check.verdict == Verdict::outside && check.as_expected;
    if (is_chosen || !check.as_expected) {
      add_with_reason(table, check, run);
    } else if (is_outside) {
      add_name(outside, check.formula);
    } else if (!style.all_ranks && is_exactly_zero(check)) {
      zero.push_back(check.formula);
    } else {
      add_row(table, check);
    }
  }
  return (table.is_empty() ? "" : table.text(style)) + names_line("exact, and 0", zero, style) +
         names_line("not judged (assumptions not met or nothing measured)", outside, style);
}

}  // namespace scenarios
