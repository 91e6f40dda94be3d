#include "scenarios/report/sweep_row.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "scenarios/read/key_words.hpp"
#include "scenarios/report/step_totals.hpp"

namespace scenarios {

namespace {

// Mesh, ZeRO stage and, where there is a pipeline, its schedule and micro-batches.
std::string layout_text(const Scenario& scenario) {
  const auto& plan = scenario.plan;
  std::string text =
      fmt::format("dp{} tp{} pp{} z{}", plan.mesh.dp, plan.mesh.tp, plan.mesh.pp, plan.zero.stage);
  if (plan.mesh.pp == 1) return text;
  return fmt::format("{} {} m{}", text, word_of(scenario.values.parallel.pipeline_schedule),
                     plan.micro_batches());
}

void add_measured(SweepRow& row, const RunResult& run) {
  if (run.ranks.empty()) return;
  const sim::MemoryReport& memory = fullest_of(run.ranks).memory;
  row.peak_bytes = memory.total_peak;
  const auto most = std::ranges::max_element(memory.categories, {},
                                             &sim::MemoryReport::CategoryBytes::at_total_peak);
  row.filled_by = sim::name_of(static_cast<sim::Category>(most - memory.categories.begin()));
  row.sent_bytes = over_all(run, sent);
  row.matmul_flops = over_all(run, matmul_flops);
}

template <class Number>
std::optional<double> as_real(const std::optional<Number>& number) {
  return number ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

// A column is a number, or else a text.
struct SortColumn {
  std::string_view name;
  std::optional<double> (*number)(const SweepRow&);
  std::string (*text)(const SweepRow&) = nullptr;
  bool largest_first = false;
};

constexpr std::array<SortColumn, 10> sort_columns = {{
    {"scenario", nullptr,
     [](const SweepRow& row) { return row.name.scenario + row.name.settings; }},
    {"layout", nullptr, [](const SweepRow& row) { return row.layout; }},
    {"ranks", [](const SweepRow& row) { return std::optional(static_cast<double>(row.ranks)); }},
    {"loss", [](const SweepRow& row) { return row.last_loss; }},
    {"peak", [](const SweepRow& row) { return as_real(row.peak_bytes); }},
    {"limit", [](const SweepRow& row) { return row.limit_bytes; }, nullptr, true},
    {"headroom", [](const SweepRow& row) { return row.headroom_bytes(); }, nullptr, true},
    {"filled_by", nullptr, [](const SweepRow& row) { return row.filled_by; }},
    {"sent", [](const SweepRow& row) { return as_real(row.sent_bytes); }},
    {"flops", [](const SweepRow& row) { return as_real(row.matmul_flops); }},
}};

}  // namespace

std::optional<double> SweepRow::headroom_bytes() const {
  if (!limit_bytes || !peak_bytes) return std::nullopt;
  return *limit_bytes - static_cast<double>(*peak_bytes);
}

SweepRow sweep_row(const RunReport& report) {
  SweepRow row;
  row.name = point_name(report.scenario.name);
  row.layout = layout_text(report.scenario);
  row.ranks = report.scenario.plan.mesh.size();
  row.loss = loss_text(report.run);
  if (!report.run.loss.empty()) row.last_loss = report.run.loss.back();
  if (report.fit) row.limit_bytes = report.fit->memory_bytes;
  row.tally = tally_of(report.checks);
  add_measured(row, report.run);
  return row;
}

std::vector<std::string> sweep_columns() {
  std::vector<std::string> names;
  for (const SortColumn& column : sort_columns) names.emplace_back(column.name);
  return names;
}

void sort_rows(std::vector<SweepRow>& rows, std::string_view name) {
  const auto* const column = std::ranges::find(sort_columns, name, &SortColumn::name);
  if (column == sort_columns.end()) throw std::out_of_range(std::string(name));
  const auto key = [column](const SweepRow& row) {
    const auto number = column->number == nullptr ? std::nullopt : column->number(row);
    const double sign = column->largest_first ? -1 : 1;
    return std::tuple(column->number != nullptr && !number, sign * number.value_or(0),
                      column->text == nullptr ? std::string() : column->text(row));
  };
  std::ranges::stable_sort(rows, {}, key);
}

}  // namespace scenarios
