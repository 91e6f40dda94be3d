#include "scenarios/commands/outputs.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "scenarios/files/text_file.hpp"
#include "scenarios/report/csv_report.hpp"
#include "scenarios/report/fit_table.hpp"
#include "scenarios/report/json_report.hpp"
#include "scenarios/report/peak_table.hpp"
#include "scenarios/report/terminal.hpp"
#include "scenarios/report/verdict_file.hpp"

namespace scenarios {

void print_reports(std::span<const RunReport> reports, const Options& options) {
  const TerminalStyle style{.colour = options.colour, .all_ranks = options.verbose};
  const bool is_sweep =
      options.command == Command::sweep || (options.command == Command::dry && reports.size() > 1);
  for (const RunReport& report : reports) {
    const bool is_shown = !is_sweep || options.verbose || !all_as_expected(report.checks);
    if (is_shown) fmt::print("{}\n", verdict_table(report, style));
    const bool tells_fit = is_shown && report.fit;
    if (tells_fit || options.verbose) fmt::print("{}\n", peak_table(report.run.ranks, style));
    if (tells_fit) fmt::print("{}\n", fit_table(*report.fit, style));
  }
  if (is_sweep) {
    fmt::print("{}\n{}", summary_table(reports, style), formula_summary_table(reports, style));
  }
  std::fflush(stdout);
}

void write_reports(std::span<const RunReport> reports, const Options& options) {
  if (!options.json.empty()) write_text_file(options.json, json_report(reports));
  if (!options.csv.empty()) write_text_file(options.csv, csv_report(reports));
  if (options.verdicts.empty()) return;
  VerdictCounts counts;
  for (const RunReport& report : reports) add_verdicts(counts, report.checks);
  write_text_file(options.verdicts, verdict_file_text(counts));
}

}  // namespace scenarios
