#include "scenarios/report/rank_columns.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "scenarios/report/number_text.hpp"
#include "scenarios/report/step_totals.hpp"

namespace scenarios {

namespace {

using parallel::Measurement;
using Align = TextTable::Align;

struct Row {
  std::string title;
  std::function<std::int64_t(const Measurement&)> of;
  std::string quantity;    // as which a number is written
  bool is_summed = false;  // over all ranks, in the last column
};

void add_memory_rows(std::vector<Row>& rows) {
  for (std::size_t i = 0; i < sim::category_count; ++i) {
    rows.push_back(
        {std::string(sim::name_of(static_cast<sim::Category>(i))),
         [i](const Measurement& rank) { return rank.memory.categories.at(i).at_total_peak; },
         "memory.total.peak"});
  }
  rows.push_back({"peak", [](const Measurement& rank) { return rank.memory.total_peak; },
                  "memory.total.peak"});
}

std::vector<Row> all_rows() {
  std::vector<Row> rows{
      {"parameters", [](const Measurement& rank) { return rank.parameters; }, "parameters"}};
  add_memory_rows(rows);
  rows.push_back({"matmul FLOP", matmul_flops, "", true});
  rows.push_back({"other FLOP", elementwise_flops, "", true});
  for (std::size_t i = 0; i < ranks::axis_count; ++i) {
    const auto axis = static_cast<ranks::Axis>(i);
    rows.push_back({fmt::format("sent, {}", ranks::name_of(axis)),
                    [axis](const Measurement& rank) { return sent_on(axis, rank); },
                    "traffic.bytes", true});
  }
  return rows;
}

// Ranks next to each other that are alike in all that is shown.
struct Column {
  const Measurement* like = nullptr;
  std::int64_t ranks = 0;
};

bool are_alike(const std::vector<Row>& rows, const Measurement& a, const Measurement& b) {
  return std::ranges::all_of(rows, [&](const Row& row) { return row.of(a) == row.of(b); });
}

std::vector<Column> columns_of(const std::vector<Row>& rows, const RunResult& run) {
  std::vector<Column> columns;
  for (const Measurement& rank : run.ranks) {
    if (columns.empty() || !are_alike(rows, *columns.back().like, rank)) columns.push_back({&rank});
    columns.back().ranks += rank.count;
  }
  return columns;
}

std::string range_text(std::string_view one, std::int64_t first, std::int64_t count) {
  return count == 1 ? fmt::format("{} {}", one, first)
                    : fmt::format("{}s {}-{}", one, first, first + count - 1);
}

// A column of whole stages is named for these.
std::string title_of(const Column& column, const ranks::MeshShape& mesh) {
  const std::int64_t stage = std::int64_t{mesh.dp} * mesh.tp;
  const std::int64_t first = column.like->rank;
  const bool is_of_stages = mesh.pp > 1 && first % stage == 0 && column.ranks % stage == 0;
  return is_of_stages ? range_text("stage", first / stage, column.ranks / stage)
                      : range_text("rank", first, column.ranks);
}

class ColumnTable {
 public:
  ColumnTable(const RunReport& report, const TerminalStyle& style)
      : report_(report), style_(style), rows_(all_rows()) {
    std::erase_if(rows_, [&report](const Row& row) {
      return std::ranges::all_of(report.run.ranks,
                                 [&row](const Measurement& rank) { return row.of(rank) == 0; });
    });
    columns_ = columns_of(rows_, report.run);
  }

  [[nodiscard]] std::string text() const {
    const std::size_t room = columns_that_fit();
    if (room >= columns_.size()) return table_of(columns_).text(style_);
    return style_.all_ranks ? blocks(room) : first_and_last(room);
  }

 private:
  [[nodiscard]] TextTable table_of(std::span<const Column> columns) const {
    const ranks::MeshShape& mesh = report_.scenario.plan.mesh;
    const bool has_sums = mesh.size() > 1;
    std::vector<TextTable::Column> titles{{"a step"}};
    for (const Column& column : columns) titles.push_back({title_of(column, mesh), Align::right});
    if (has_sums) titles.push_back({"all ranks", Align::right});
    TextTable table(std::move(titles));
    for (const Row& row : rows_) {
      std::vector<TextTable::Cell> cells{row.title};
      for (const Column& column : columns) {
        cells.emplace_back(readable(static_cast<double>(row.of(*column.like)), row.quantity));
      }
      if (has_sums) {
        const auto sum = static_cast<double>(over_all(report_.run, row.of));
        cells.emplace_back(row.is_summed ? readable(sum, row.quantity) : "", Shade::faint);
      }
      table.add(std::move(cells));
    }
    return table;
  }

  [[nodiscard]] std::size_t columns_that_fit() const {
    std::size_t count = columns_.size();
    while (count > 2 && table_of(std::span(columns_).first(count)).width() > style_.width) --count;
    return count;
  }

  [[nodiscard]] std::string first_and_last(std::size_t room) const {
    std::vector<Column> shown(columns_.begin(),
                              columns_.begin() + static_cast<std::ptrdiff_t>(room) - 1);
    shown.push_back(columns_.back());
    const std::size_t left_out = columns_.size() - room;
    return table_of(shown).text(style_) +
           fmt::format("  {} column{} between them left out; --verbose shows all\n", left_out,
                       left_out == 1 ? "" : "s");
  }

  [[nodiscard]] std::string blocks(std::size_t room) const {
    std::string text;
    for (std::size_t begin = 0; begin < columns_.size(); begin += room) {
      const std::size_t count = std::min(room, columns_.size() - begin);
      text += (begin == 0 ? "" : "\n") +
              table_of(std::span(columns_).subspan(begin, count)).text(style_);
    }
    return text;
  }

  const RunReport& report_;
  const TerminalStyle& style_;
  std::vector<Row> rows_;
  std::vector<Column> columns_;
};

}  // namespace

std::string rank_columns(const RunReport& report, const TerminalStyle& style) {
  if (report.run.ranks.empty()) return "";
  return ColumnTable(report, style).text();
}

}  // namespace scenarios
