#include "scenarios/report/memory_table.hpp"

#include <fmt/format.h>

#include "scenarios/report/number_text.hpp"
#include "scenarios/report/verdict_text.hpp"

namespace scenarios {

namespace {

using Align = TextTable::Align;
using Fit = TextTable::Fit;

// The pack of the article whose estimates most people know.
constexpr std::string_view article = "transformer-math-101";

std::string bytes_text(double bytes) {
  return readable(bytes, "memory.total.peak");
}

// What the article says of `part` on a rank: its first formula for that which is in force, those of
// one rank before those of all together.
const Check* estimate_of(const RunReport& report, std::string_view part, int rank) {
  const Check* of_all = nullptr;
  for (const Check& check : report.checks) {
    const bool is_of_part = check.pack == article && check.verdict != Verdict::outside &&
                            check.quantity.starts_with(fmt::format("memory.{}.", part));
    if (!is_of_part) continue;
    if (check.rank == rank) return &check;
    if (check.scope == Scope::sum && of_all == nullptr) of_all = &check;
  }
  return of_all;
}

struct Held {
  std::int64_t kept = 0;
  std::int64_t at_peak = 0;
};

class MemoryTable {
 public:
  explicit MemoryTable(const RunReport& report)
      : report_(report), fullest_(fullest_of(report.run.ranks)) {}

  void add(std::string_view part, Held held) {
    const Check* check = estimate_of(report_, part, fullest_.rank);
    if (held.kept == 0 && held.at_peak == 0 && check == nullptr) return;
    std::vector<TextTable::Cell> row{std::string(part),
                                     bytes_text(static_cast<double>(held.kept)),
                                     bytes_text(static_cast<double>(held.at_peak)),
                                     {share_text(static_cast<double>(held.at_peak),
                                                 static_cast<double>(fullest_.memory.total_peak)),
                                      Shade::faint}};
    add_estimate(row, check);
    table_.add(std::move(row));
  }

  [[nodiscard]] std::string text(const TerminalStyle& style) const { return table_.text(style); }

 private:
  void add_estimate(std::vector<TextTable::Cell>& row, const Check* check) const {
    if (check == nullptr) {
      row.insert(row.end(), {{""}, {""}, {""}});
      return;
    }
    const int ranks = check->scope == Scope::sum ? report_.scenario.plan.mesh.size() : 1;
    row.emplace_back(bytes_text(check->estimate / ranks));
    row.emplace_back(verdict_text(*check), shade_of(*check));
    row.emplace_back(check->formula, Shade::faint);
  }

  const RunReport& report_;
  const parallel::Measurement& fullest_;
  TextTable table_{{{"it holds"},
                    {"kept", Align::right},
                    {"at the peak", Align::right},
                    {"share", Align::right},
                    {"article", Align::right},
                    {"verdict", Align::left, Fit::wraps},
                    {"formula", Align::left, Fit::spare}}};
};

std::string who_held_most(const RunReport& report, const parallel::Measurement& fullest) {
  std::int64_t equals = 0;
  for (const parallel::Measurement& rank : report.run.ranks) {
    if (rank.memory.total_peak == fullest.memory.total_peak) equals += rank.count;
  }
  const std::string others =
      equals == 1 ? "" : fmt::format(" (and {} that hold as much)", grouped(equals - 1));
  return report.scenario.plan.mesh.size() == 1
             ? fmt::format("the rank holds {} at its peak\n",
                           bytes_text(static_cast<double>(fullest.memory.total_peak)))
             : fmt::format("the fullest, rank {}{}, holds {} at its peak\n", fullest.rank, others,
                           bytes_text(static_cast<double>(fullest.memory.total_peak)));
}

}  // namespace

std::string memory_table(const RunReport& report, const TerminalStyle& style) {
  if (report.run.ranks.empty()) return "";
  const parallel::Measurement& fullest = fullest_of(report.run.ranks);
  MemoryTable table(report);
  std::int64_t kept = 0;
  for (std::size_t i = 0; i < sim::category_count; ++i) {
    const auto& bytes = fullest.memory.categories.at(i);
    table.add(sim::name_of(static_cast<sim::Category>(i)), {bytes.kept, bytes.at_total_peak});
    kept += bytes.kept;
  }
  table.add("total", {kept, fullest.memory.total_peak});
  return who_held_most(report, fullest) + table.text(style);
}

}  // namespace scenarios
