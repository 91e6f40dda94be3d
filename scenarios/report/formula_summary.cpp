#include "scenarios/report/formula_summary.hpp"

#include <fmt/format.h>

#include "scenarios/report/number_text.hpp"
#include "scenarios/report/text_table.hpp"
#include "scenarios/report/worst.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;
using Fit = TextTable::Fit;

std::string count_text(int number) {
  return number == 0 ? "" : std::to_string(number);
}

void add_row(TextTable& table, const std::string& formula, const Tally& tally, const Check& worst) {
  table.add({formula,
             count_text(tally.exact),
             count_text(tally.within),
             count_text(tally.bound),
             count_text(tally.off),
             {verdict_text(worst), shade_of(worst)},
             {worst.quantity, Shade::faint},
             readable(worst.estimate, worst.quantity),
             readable(worst.measured->value(), worst.quantity)});
}

bool is_exact_everywhere(const Tally& tally) {
  return tally.exact > 0 && tally.within + tally.bound + tally.off + tally.unexpected == 0;
}

}  // namespace

void FormulaSummary::add(std::span<const Check> checks) {
  for (const Check& check : checks) {
    Row& row = row_of(check.name());
    if (!check.measured) continue;
    row.tally.add(check);
    const bool counts = check.verdict != Verdict::outside;
    if (counts && (!row.worst || is_worse(check, *row.worst))) row.worst = check;
  }
}

FormulaSummary::Row& FormulaSummary::row_of(const FormulaName& formula) {
  const auto [place, is_new] = places_.try_emplace(formula, rows_.size());
  if (is_new) rows_.push_back({.formula = formula.id, .tally = {}, .worst = {}});
  return rows_[place->second];
}

std::string FormulaSummary::text(const TerminalStyle& style) const {
  TextTable table({{"formula", Align::left, Fit::wraps},
                   {"exact", Align::right},
                   {"within", Align::right},
                   {"bound", Align::right},
                   {"off", Align::right},
                   {"worst verdict", Align::left, Fit::wraps},
                   {"quantity", Align::left, Fit::spare},
                   {"estimate", Align::right, Fit::spare},
                   {"measured", Align::right, Fit::spare}});
  std::size_t exact = 0;
  for (const Row& row : rows_) {
    if (!style.all_ranks && is_exact_everywhere(row.tally)) {
      ++exact;
    } else if (row.worst) {
      add_row(table, row.formula, row.tally, *row.worst);
    }
  }
  const std::string text = table.is_empty() ? "" : table.text(style);
  if (exact == 0) return text;
  return text +
         fmt::format("  {} formula{} more: exact wherever judged\n", exact, exact == 1 ? "" : "s");
}

}  // namespace scenarios
