#include "scenarios/report/fit_table.hpp"

#include <fmt/format.h>

#include "scenarios/report/number_text.hpp"
#include "scenarios/report/text_table.hpp"
#include "scenarios/report/text_width.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;

std::string bytes_text(double bytes) {
  return readable(bytes, "memory.total.peak");
}

std::string answer(const Fit& fit, std::int64_t peak) {
  return fit.holds(peak) ? "fits" : "does not fit";
}

Shade shade(const Fit& fit, std::int64_t peak) {
  return fit.holds(peak) ? Shade::good : Shade::bad;
}

std::string verdict_line(const Fit& fit, const TerminalStyle& style) {
  const std::string others =
      fit.equals == 1 ? "" : fmt::format(" (one of {} that hold as much)", fit.equals);
  const std::string reason =
      fmt::format(": at its peak rank {}{} holds {}, {} of its {}", fit.worst_rank, others,
                  bytes_text(static_cast<double>(fit.peak_bytes)),
                  share_text(static_cast<double>(fit.peak_bytes), fit.memory_bytes),
                  bytes_text(fit.memory_bytes));
  // The answer alone has a colour, and stands at the beginning of the first line.
  const std::string word = answer(fit, fit.peak_bytes);
  std::string lines = paragraph(word + reason, style.width, 0);
  return lines.replace(0, word.size(), shaded(word, shade(fit, fit.peak_bytes), style.colour));
}

void add_row(TextTable& table, const Fit& fit, const Alternative& alternative) {
  if (!alternative.peak_bytes) {
    table.add({alternative.change, {"-"}, {"-"}, {"-"}, {"refused", Shade::faint}});
    table.note(alternative.refusal);
    return;
  }
  const std::int64_t peak = *alternative.peak_bytes;
  table.add({{alternative.change},
             {std::to_string(alternative.ranks)},
             {bytes_text(static_cast<double>(peak))},
             {share_text(static_cast<double>(peak), fit.memory_bytes), Shade::faint},
             {answer(fit, peak), shade(fit, peak)}});
}

}  // namespace

std::string fit_table(const Fit& fit, const TerminalStyle& style) {
  std::string text = verdict_line(fit, style);
  if (fit.alternatives.empty()) return text;
  TextTable table({{"with --set", Align::left, TextTable::Fit::wraps},
                   {"ranks", Align::right},
                   {"worst peak", Align::right},
                   {"share", Align::right},
                   {"", Align::left, TextTable::Fit::wraps}});
  for (const Alternative& alternative : fit.alternatives) add_row(table, fit, alternative);
  return text + table.text(style);
}

}  // namespace scenarios
