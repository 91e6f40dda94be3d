#include <fmt/format.h>

#include "scenarios/report/terminal.hpp"
#include "scenarios/report/text_table.hpp"
#include "scenarios/report/verdict_text.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;

TextTable::Cell heading(const std::string& text) {
  return {text, Shade::heading};
}

void add_run(TextTable& table, const RunReport& report) {
  const Tally tally = tally_of(report.checks);
  const auto count = [](int number) { return TextTable::Cell{std::to_string(number)}; };
  const std::string result =
      tally.unexpected == 0 ? "as expected" : fmt::format("{} NOT as expected", tally.unexpected);
  table.add({{report.scenario.name},
             {mesh_text(report.scenario)},
             {loss_text(report.run)},
             count(tally.exact),
             count(tally.within),
             count(tally.bound),
             count(tally.off),
             {std::to_string(tally.outside), Shade::faint},
             {result, tally_shade(tally)}});
}

}  // namespace

std::string summary_table(std::span<const RunReport> reports, const TerminalStyle& style) {
  TextTable table({Align::left, Align::left, Align::left, Align::right, Align::right, Align::right,
                   Align::right, Align::right, Align::left});
  table.add({heading("scenario"), heading("mesh"), heading("loss"), heading("exact"),
             heading("within"), heading("bound"), heading("off"), heading("outside"),
             heading("verdicts")});
  for (const RunReport& report : reports) add_run(table, report);
  return table.text(style.colour);
}

}  // namespace scenarios
