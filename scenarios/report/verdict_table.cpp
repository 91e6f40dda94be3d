#include <fmt/format.h>

#include "scenarios/read/key_words.hpp"
#include "scenarios/report/number_text.hpp"
#include "scenarios/report/terminal.hpp"
#include "scenarios/report/text_table.hpp"
#include "scenarios/report/verdict_text.hpp"
#include "scenarios/report/worst.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;

std::string place_of(const Check& check) {
  return check.rank ? fmt::format("rank {}", *check.rank) : std::string(name_of(check.scope));
}

std::string title(const Scenario& scenario, bool colour) {
  const ScenarioValues& values = scenario.values;
  return fmt::format("{}  {}, {}, ZeRO {}, {}\n", shaded(scenario.name, Shade::heading, colour),
                     mesh_text(scenario), word_of(values.parallel.pipeline_schedule),
                     values.zero.stage, word_of(values.precision));
}

std::string curve(const RunResult& run) {
  std::string text = fmt::format("  {}, {} parameters", loss_text(run), grouped(run.parameters));
  if (run.skipped_steps > 0)
    text +=
        fmt::format(", {} step{} skipped", run.skipped_steps, run.skipped_steps == 1 ? "" : "s");
  return text + "\n";
}

void add_row(TextTable& table, const Check& check) {
  table.add({{check.formula},
             {place_of(check), Shade::faint},
             {readable(check.estimate, check.quantity)},
             {readable(check.measured->value(), check.quantity)},
             {verdict_text(check), shade_of(check)},
             {check.quantity, Shade::faint}});
}

bool is_exactly_zero(const Check& check) {
  return check.verdict == Verdict::exact && check.as_expected && check.estimate == 0;
}

}  // namespace

std::string verdict_table(const RunReport& report, const TerminalStyle& style) {
  TextTable table({Align::left, Align::left, Align::right, Align::right, Align::left, Align::left});
  table.add({{"formula", Shade::heading},
             {"worst at", Shade::heading},
             {"estimate", Shade::heading},
             {"measured", Shade::heading},
             {"verdict", Shade::heading},
             {"quantity", Shade::heading}});
  std::vector<std::string> zero;  // predicted and measured alike
  std::vector<std::string> outside;
  for (const Check& check :
       style.all_ranks ? worst_first(report.checks) : worst_of_each_formula(report.checks)) {
    if (!style.all_ranks && is_exactly_zero(check)) {
      zero.push_back(check.formula);
    } else if (check.verdict != Verdict::outside || !check.as_expected) {
      check.measured ? add_row(table, check) : outside.push_back(check.formula + " (unexpected)");
    } else if (outside.empty() || outside.back() != check.formula) {
      outside.push_back(check.formula);
    }
  }
  std::string text = title(report.scenario, style.colour) + curve(report.run);
  text += "\n" + table.text(style.colour);
  text += names_line("exact, and 0", zero, style.colour);
  text += names_line("not judged (assumptions not met or nothing measured)", outside, style.colour);
  const Tally tally = tally_of(report.checks);
  return text + "  " + shaded(tally_text(tally), tally_shade(tally), style.colour) + "\n";
}

}  // namespace scenarios
