#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/report/point_name.hpp"
#include "scenarios/report/run_report.hpp"
#include "scenarios/report/verdict_text.hpp"

namespace scenarios {

/// What a sweep says of one scenario in a line.
struct SweepRow {
  PointName name;
  std::string layout;
  std::int64_t ranks = 0;
  std::string loss;
  std::optional<double> last_loss;
  std::optional<std::int64_t> peak_bytes;  // of the fullest rank; none: no step was measured
  std::string filled_by;                   // the category that holds most of it
  std::optional<double> limit_bytes;       // hardware.memory_bytes
  std::optional<Int128> sent_bytes;        // a step, payload of all ranks on all axes
  std::optional<Int128> matmul_flops;      // a step, of all ranks
  Tally tally;

  [[nodiscard]] std::optional<double> headroom_bytes() const;
  [[nodiscard]] bool fits() const { return headroom_bytes().value_or(-1) >= 0; }
};

SweepRow sweep_row(const RunReport& report);

/// By which rows can be put in order (--sort).
std::vector<std::string> sweep_columns();

/// Puts the best first: the least but of headroom and limit, which are best large; names by the
/// alphabet. Rows without the number come last. Throws std::out_of_range on another column.
void sort_rows(std::vector<SweepRow>& rows, std::string_view column);

}  // namespace scenarios
