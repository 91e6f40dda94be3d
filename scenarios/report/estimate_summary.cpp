#include "scenarios/report/estimate_summary.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/report/number_text.hpp"

namespace scenarios {

void EstimateSummary::add(std::span<const Estimate> of_scenario) {
  for (const Estimate& estimate : of_scenario) add(estimate);
  ++scenarios_;
}

void EstimateSummary::add(const Estimate& estimate) {
  const auto [place, is_new] = places_.try_emplace({estimate.pack, estimate.formula}, rows_.size());
  if (is_new) {
    rows_.push_back({.formula = estimate.formula,
                     .quantity = estimate.quantity,
                     .least = estimate.value,
                     .most = estimate.value});
  }
  Row& row = rows_[place->second];
  row.least = std::min(row.least, estimate.value);
  row.most = std::max(row.most, estimate.value);
  if (row.last_seen != scenarios_) ++row.scenarios;
  row.last_seen = scenarios_;
  if (!estimate.assumptions_met || row.last_met == scenarios_) return;
  ++row.met;
  row.last_met = scenarios_;
}

std::string EstimateSummary::text(const TerminalStyle& style) const {
  using Align = TextTable::Align;
  using Fit = TextTable::Fit;
  TextTable table({{"formula", Align::left, Fit::wraps},
                   {"from", Align::right},
                   {"to", Align::right},
                   {"assumptions met in", Align::right},
                   {"quantity", Align::left, Fit::spare}});
  for (const Row& row : rows_) {
    table.add({row.formula,
               readable(row.least, row.quantity),
               readable(row.most, row.quantity),
               {fmt::format("{} of {}", row.met, row.scenarios),
                row.met == 0 ? Shade::faint : Shade::plain},
               {row.quantity, Shade::faint}});
  }
  return table.text(style);
}

}  // namespace scenarios
