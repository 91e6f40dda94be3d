#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "scenarios/report/number_text.hpp"
#include "scenarios/report/terminal.hpp"
#include "scenarios/report/text_table.hpp"
#include "scenarios/report/verdict_text.hpp"
#include "scenarios/report/worst.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;

/// One formula over many scenarios, in the order in which the packs name it.
struct FormulaSummary {
  std::string name;
  std::vector<Check> judged;
  Tally tally;
};

std::vector<FormulaSummary> summaries_of(std::span<const RunReport> reports) {
  std::vector<FormulaSummary> summaries;
  std::map<std::string, std::size_t> places;
  for (const RunReport& report : reports) {
    for (const Check& check : report.checks) {
      const auto [place, is_new] = places.try_emplace(check.formula, summaries.size());
      if (is_new) summaries.push_back({.name = check.formula, .judged = {}, .tally = {}});
      if (check.measured) summaries[place->second].judged.push_back(check);
    }
  }
  for (FormulaSummary& summary : summaries) summary.tally = tally_of(summary.judged);
  return summaries;
}

void add_row(TextTable& table, const FormulaSummary& summary) {
  const Tally& tally = summary.tally;
  const auto count = [](int number) {
    return TextTable::Cell{number == 0 ? "" : std::to_string(number)};
  };
  const Check* worst = nullptr;
  for (const Check& check : summary.judged) {
    const bool counts = check.verdict != Verdict::outside;
    if (counts && (worst == nullptr || is_worse(check, *worst))) worst = &check;
  }
  if (worst == nullptr) return;
  table.add({{summary.name},
             count(tally.exact),
             count(tally.within),
             count(tally.bound),
             count(tally.off),
             {readable(worst->estimate, worst->quantity)},
             {readable(worst->measured->value(), worst->quantity)},
             {verdict_text(*worst), shade_of(*worst)},
             {worst->quantity, Shade::faint}});
}

bool is_exact_everywhere(const FormulaSummary& summary) {
  const Tally& tally = summary.tally;
  return tally.exact > 0 && tally.within + tally.bound + tally.off + tally.unexpected == 0;
}

}  // namespace

std::string formula_summary_table(std::span<const RunReport> reports, const TerminalStyle& style) {
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right,
                   Align::right, Align::right, Align::left, Align::left});
  std::vector<TextTable::Cell> heading;
  for (const char* title : {"formula", "exact", "within", "bound", "off", "estimate", "measured",
                            "worst verdict", "quantity"}) {
    heading.push_back({title, Shade::heading});
  }
  table.add(heading);
  std::vector<std::string> exact;
  for (const FormulaSummary& summary : summaries_of(reports)) {
    if (!style.all_ranks && is_exact_everywhere(summary)) {
      exact.push_back(summary.name);
    } else {
      add_row(table, summary);
    }
  }
  const std::string title = fmt::format("exact wherever judged, {} formulas", exact.size());
  return table.text(style.colour) + names_line(title, exact, style.colour);
}

}  // namespace scenarios
