#include "scenarios/report/first_screen.hpp"

#include "scenarios/report/check_rows.hpp"
#include "scenarios/report/fit_table.hpp"
#include "scenarios/report/heading.hpp"
#include "scenarios/report/memory_table.hpp"
#include "scenarios/report/rank_columns.hpp"
#include "scenarios/report/text_width.hpp"
#include "scenarios/report/verdict_text.hpp"
#include "scenarios/report/worst.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;

// Parts that have nothing to say leave no gap.
std::string with_gap(const std::string& part) {
  return part.empty() ? "" : "\n" + part;
}

std::string fit_text(const RunReport& report, const TerminalStyle& style) {
  if (report.fit) return fit_table(*report.fit, style);
  if (report.run.ranks.empty()) return "";
  return shaded(paragraph("whether that fits: give a rank's memory, as "
                          "--set hardware.memory_bytes=80e9",
                          style.width, 0),
                Shade::faint, style.colour);
}

bool is_exact(const Check& check) {
  return check.verdict == Verdict::exact || check.verdict == Verdict::exact_rounded;
}

std::string count_text(int count) {
  return count == 0 ? "" : std::to_string(count);
}

}  // namespace

std::string open_verdicts(const RunReport& report, bool unexpected_alone,
                          const TerminalStyle& style) {
  TextTable table = table_of_checks();
  for (const Check& check : worst_of_each_formula(report.checks)) {
    const bool is_open = !is_exact(check) && check.verdict != Verdict::outside;
    const bool is_shown = !check.as_expected || (is_open && !unexpected_alone);
    if (is_shown) add_with_reason(table, check, report.run);
  }
  return table.is_empty() ? "" : table.text(style);
}

std::string pack_counts(const std::vector<Check>& checks, const TerminalStyle& style) {
  TextTable table({{"pack", Align::left, TextTable::Fit::wraps},
                   {"exact", Align::right},
                   {"within", Align::right},
                   {"bound", Align::right},
                   {"off", Align::right},
                   {"outside", Align::right},
                   {"", Align::left}});
  for (std::size_t begin = 0; begin < checks.size();) {
    const std::string& pack = checks[begin].pack;
    Tally tally;
    for (; begin < checks.size() && checks[begin].pack == pack; ++begin) tally.add(checks[begin]);
    table.add({pack,
               count_text(tally.exact),
               count_text(tally.within),
               count_text(tally.bound),
               count_text(tally.off),
               {count_text(tally.outside), Shade::faint},
               {verdicts_in_short(tally), tally_shade(tally)}});
  }
  return table.text(style);
}

std::string first_screen(const RunReport& report, const TerminalStyle& style) {
  return heading_text(report, style) + with_gap(memory_table(report, style)) +
         with_gap(fit_text(report, style)) + with_gap(rank_columns(report, style)) +
         with_gap(open_verdicts(report, false, style)) +
         with_gap(pack_counts(report.checks, style)) + tally_line(report.checks, style);
}

}  // namespace scenarios
