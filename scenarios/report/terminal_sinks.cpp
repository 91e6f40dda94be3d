#include "scenarios/report/terminal_sinks.hpp"

#include <stdexcept>
#include <string>

#include "scenarios/report/first_screen.hpp"
#include "scenarios/report/heading.hpp"
#include "scenarios/report/peak_table.hpp"
#include "scenarios/report/terminal.hpp"
#include "scenarios/report/verdict_text.hpp"

namespace scenarios {

namespace {

void print(std::ostream& stream, const std::string& text) {
  if (stream << text << std::flush) return;
  throw std::runtime_error("standard output could not be written in full");
}

std::string chosen_checks(const RunReport& report, const TerminalChoice& choice) {
  const std::vector<Check> checks = choice.checks.of(report.checks);
  return heading_text(report, choice.style) + "\n" +
         verdict_table(checks, report.run, true, choice.style) + tally_line(checks, choice.style);
}

std::string text_of(const RunReport& report, const TerminalChoice& choice) {
  if (!choice.checks.is_empty()) return chosen_checks(report, choice);
  std::string text = first_screen(report, choice.style);
  if (!choice.style.all_ranks) return text;
  return text + "\n" + peak_table(report.run.ranks, choice.style) + "\n" +
         verdict_table(report.checks, report.run, false, choice.style);
}

}  // namespace

void TerminalRuns::add(const RunReport& report) {
  print(stream_, text_of(report, choice_) + "\n");
}

void TerminalSweep::add(const RunReport& report) {
  rows_.push_back(sweep_row(report));
  formulas_.add(choice_.checks.of(report.checks));
  if (choice_.style.all_ranks || !choice_.checks.is_empty()) {
    print(stream_, text_of(report, choice_) + "\n");
  } else if (!all_as_expected(report.checks)) {
    print(stream_, heading_text(report, choice_.style) + "\n" +
                       open_verdicts(report, true, choice_.style) + "\n");
  }
}

void TerminalSweep::finish() {
  print(stream_, sweep_table(std::move(rows_), choice_.sweep, choice_.style) + "\n" +
                     formulas_.text(choice_.style));
}

}  // namespace scenarios
