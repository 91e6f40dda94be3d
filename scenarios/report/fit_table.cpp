#include "scenarios/report/fit_table.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/report/number_text.hpp"
#include "scenarios/report/text_table.hpp"
#include "sim/category.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;

std::string bytes_text(double bytes) {
  return readable(bytes, "memory.total.peak");
}

std::string percent(std::int64_t bytes, double of) {
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(bytes) / of);
}

std::string answer(const Fit& fit, std::int64_t peak) {
  return fit.holds(peak) ? "fits" : "does not fit";
}

Shade shade(const Fit& fit, std::int64_t peak) {
  return fit.holds(peak) ? Shade::good : Shade::bad;
}

std::string verdict_line(const Fit& fit, bool colour) {
  const std::string others =
      fit.equals == 1 ? "" : fmt::format(" (one of {} that hold as much)", fit.equals);
  return fmt::format("  {}: at its peak rank {}{} holds {}, {} of its {}\n",
                     shaded(answer(fit, fit.peak_bytes), shade(fit, fit.peak_bytes), colour),
                     fit.worst_rank, others, bytes_text(static_cast<double>(fit.peak_bytes)),
                     percent(fit.peak_bytes, fit.memory_bytes), bytes_text(fit.memory_bytes));
}

// "weights 60.0 %, activations 40.0 %", the largest first.
std::string filling_line(const Fit& fit) {
  std::vector<std::pair<std::int64_t, std::size_t>> filled;
  for (std::size_t i = 0; i < sim::category_count; ++i) {
    if (fit.filled_by[i] > 0) filled.emplace_back(fit.filled_by[i], i);
  }
  std::ranges::stable_sort(filled, std::ranges::greater{}, &decltype(filled)::value_type::first);
  std::vector<std::string> parts;
  parts.reserve(filled.size());
  for (const auto& [bytes, category] : filled) {
    parts.push_back(fmt::format("{} {}", sim::name_of(static_cast<sim::Category>(category)),
                                percent(bytes, static_cast<double>(fit.peak_bytes))));
  }
  return fmt::format("  filled by {}\n", fmt::join(parts, ", "));
}

void add_row(TextTable& table, const Fit& fit, const Alternative& alternative) {
  if (!alternative.peak_bytes) {
    table.add({{alternative.change},
               {"-"},
               {"-"},
               {"-"},
               {"refused: " + alternative.refusal, Shade::faint}});
    return;
  }
  const std::int64_t peak = *alternative.peak_bytes;
  table.add({{alternative.change},
             {std::to_string(alternative.ranks)},
             {bytes_text(static_cast<double>(peak))},
             {percent(peak, fit.memory_bytes), Shade::faint},
             {answer(fit, peak), shade(fit, peak)}});
}

}  // namespace

std::string fit_table(const Fit& fit, const TerminalStyle& style) {
  std::string text = verdict_line(fit, style.colour) + filling_line(fit);
  if (fit.alternatives.empty()) return text;
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::left});
  table.add({{"with --set", Shade::heading},
             {"ranks", Shade::heading},
             {"worst peak", Shade::heading},
             {"share", Shade::heading},
             {"", Shade::heading}});
  for (const Alternative& alternative : fit.alternatives) add_row(table, fit, alternative);
  return text + table.text(style.colour);
}

}  // namespace scenarios
