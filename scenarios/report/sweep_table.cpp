#include "scenarios/report/sweep_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "scenarios/report/number_text.hpp"
#include "scenarios/report/text_width.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;
using Fit = TextTable::Fit;

template <class Number>
std::string bytes_text(const std::optional<Number>& bytes) {
  return bytes ? readable(static_cast<double>(*bytes), "memory.total.peak") : "-";
}

template <class Of>
bool are_equal(const std::vector<SweepRow>& rows, Of of) {
  return std::ranges::all_of(rows,
                             [&](const SweepRow& row) { return of(row) == of(rows.front()); });
}

// Which columns say something.
struct Shown {
  explicit Shown(const std::vector<SweepRow>& rows)
      : name(!are_equal(rows, [](const SweepRow& row) { return row.name.scenario; })),
        settings(std::ranges::any_of(
            rows, [](const SweepRow& row) { return !row.name.settings.empty(); })),
        limit(!are_equal(rows, [](const SweepRow& row) { return row.limit_bytes; })),
        headroom(std::ranges::any_of(
            rows, [](const SweepRow& row) { return row.limit_bytes.has_value(); })) {}
  bool name;
  bool settings;
  bool limit;
  bool headroom;
};

std::vector<TextTable::Column> columns_of(const Shown& shown) {
  std::vector<TextTable::Column> columns;
  if (shown.name) columns.push_back({"scenario", Align::left, Fit::wraps});
  columns.push_back({"layout", Align::left, Fit::wraps});
  if (shown.settings) columns.push_back({"set", Align::left, Fit::wraps});
  columns.push_back({"peak", Align::right});
  if (shown.limit) columns.push_back({"limit", Align::right});
  if (shown.headroom) columns.push_back({"headroom", Align::right});
  columns.push_back({"filled by"});
  columns.push_back({"sent", Align::right});
  columns.push_back({"verdicts"});
  columns.push_back({"loss", Align::left, Fit::spare});
  columns.push_back({"matmul FLOP", Align::right, Fit::spare});
  return columns;
}

std::vector<TextTable::Cell> cells_of_row(const SweepRow& row, const Shown& shown) {
  std::vector<TextTable::Cell> cells;
  if (shown.name) cells.emplace_back(row.name.scenario);
  cells.emplace_back(row.layout);
  if (shown.settings) cells.emplace_back(row.name.settings);
  cells.emplace_back(bytes_text(row.peak_bytes));
  if (shown.limit) cells.emplace_back(bytes_text(row.limit_bytes));
  if (shown.headroom)
    cells.emplace_back(bytes_text(row.headroom_bytes()), row.fits() ? Shade::good : Shade::bad);
  cells.emplace_back(row.filled_by);
  cells.emplace_back(bytes_text(row.sent_bytes));
  cells.emplace_back(verdicts_in_short(row.tally), tally_shade(row.tally));
  cells.emplace_back(row.loss, Shade::faint);
  cells.emplace_back(row.matmul_flops ? readable(static_cast<double>(*row.matmul_flops), "") : "-");
  return cells;
}

// What all rows have in common.
std::string title_of(const std::vector<SweepRow>& rows, const Shown& shown) {
  std::string text = shown.name ? "" : rows.front().name.scenario;
  if (shown.headroom && !shown.limit) {
    text += fmt::format("{}a rank has {}", text.empty() ? "" : ": ",
                        bytes_text(rows.front().limit_bytes));
  }
  return text;
}

std::string left_out_text(std::size_t all, std::size_t fitting, std::size_t shown,
                          const SweepChoice& choice) {
  if (shown == all) return "";
  std::string text = fmt::format("{} of {} scenarios are shown", shown, all);
  if (choice.fits) text += fmt::format("; {} fit", fitting);
  return text;
}

}  // namespace

std::string sweep_table(std::vector<SweepRow> rows, const SweepChoice& choice,
                        const TerminalStyle& style) {
  if (rows.empty()) return "";
  const Shown shown(rows);
  const std::string title = title_of(rows, shown);
  const std::size_t all = rows.size();
  if (choice.fits) std::erase_if(rows, [](const SweepRow& row) { return !row.fits(); });
  const std::size_t fitting = rows.size();
  if (!choice.sort.empty()) sort_rows(rows, choice.sort);
  if (choice.top > 0 && choice.top < rows.size()) {
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(choice.top), rows.end());
  }
  TextTable table(columns_of(shown));
  for (const SweepRow& row : rows) table.add(cells_of_row(row, shown));
  std::string text =
      title.empty() ? "" : shaded(paragraph(title, style.width, 0), Shade::heading, style.colour);
  if (!table.is_empty()) text += table.text(style);
  const std::string left_out = left_out_text(all, fitting, rows.size(), choice);
  return left_out.empty() ? text : text + paragraph(left_out, style.width, 2);
}

}  // namespace scenarios
