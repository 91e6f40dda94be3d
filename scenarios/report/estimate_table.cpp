#include <algorithm>

#include <fmt/format.h>

#include "scenarios/report/number_text.hpp"
#include "scenarios/report/terminal.hpp"
#include "scenarios/report/text_table.hpp"
#include "scenarios/report/verdict_text.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;

std::string range_text(double low, double high, std::string_view quantity) {
  const std::string from = readable(low, quantity);
  return low == high ? from : from + " to " + readable(high, quantity);
}

std::int64_t ranks_of(std::span<const Estimate> estimates) {
  std::int64_t ranks = 0;
  for (const Estimate& each : estimates) ranks += each.ranks_alike;
  return ranks;
}

// Estimates are one a class of equal ranks; a class is called after its first rank.
std::string place_of(std::span<const Estimate> of_formula, bool is_every_rank) {
  const Estimate& first = of_formula.front();
  if (!first.rank) return std::string(name_of(first.scope));
  const std::int64_t ranks = ranks_of(of_formula);
  if (ranks == 1) return fmt::format("rank {}", *first.rank);
  return is_every_rank ? "every rank" : fmt::format("rank {} and {} alike", *first.rank, ranks - 1);
}

// One row for all estimates of a formula, which stand next to each other.
void add_formula(TextTable& table, std::span<const Estimate> of_formula, bool is_every_rank) {
  const auto [low, high] = std::ranges::minmax_element(of_formula, {}, &Estimate::value);
  const std::int64_t ranks = ranks_of(of_formula);
  std::int64_t met = 0;
  for (const Estimate& each : of_formula) met += each.assumptions_met ? each.ranks_alike : 0;
  const Estimate& first = of_formula.front();
  const std::string assumptions = met == ranks ? "met"
                                  : met == 0   ? "not met"
                                               : fmt::format("met on {} of {} ranks", met, ranks);
  table.add({{first.formula},
             {place_of(of_formula, is_every_rank), Shade::faint},
             {range_text(low->value, high->value, first.quantity)},
             {assumptions, met == 0 ? Shade::faint : Shade::plain},
             {first.quantity, Shade::faint}});
}

}  // namespace

std::string estimate_table(const Scenario& scenario, std::span<const Estimate> estimates,
                           const TerminalStyle& style) {
  TextTable table({{"formula", Align::left, TextTable::Fit::wraps},
                   {"of", Align::left, TextTable::Fit::spare},
                   {"estimate", Align::right},
                   {"assumptions", Align::left, TextTable::Fit::wraps},
                   {"quantity", Align::left, TextTable::Fit::wraps}});
  for (std::size_t begin = 0; begin < estimates.size();) {
    std::size_t end = begin;
    while (end < estimates.size() && estimates[end].formula == estimates[begin].formula) ++end;
    if (style.all_ranks) {
      for (std::size_t i = begin; i < end; ++i) add_formula(table, estimates.subspan(i, 1), false);
    } else {
      add_formula(table, estimates.subspan(begin, end - begin), true);
    }
    begin = end;
  }
  return fmt::format("{}  {}\n\n{}", shaded(scenario.name, Shade::heading, style.colour),
                     mesh_text(scenario), table.text(style));
}

}  // namespace scenarios
