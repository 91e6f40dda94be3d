#include "scenarios/fit/fit.hpp"

namespace scenarios {

std::optional<Fit> fit_of(const Scenario& scenario, const RunResult& run) {
  const std::optional<double> memory_bytes = scenario.values.hardware.memory_bytes;
  if (!memory_bytes || run.ranks.empty()) return std::nullopt;
  const parallel::Measurement& worst = fullest_of(run.ranks);
  Fit fit{.memory_bytes = *memory_bytes,
          .worst_rank = worst.rank,
          .equals = 0,
          .peak_bytes = worst.memory.total_peak};
  for (const parallel::Measurement& rank : run.ranks) {
    if (rank.memory.total_peak == fit.peak_bytes) fit.equals += rank.count;
  }
  for (std::size_t i = 0; i < sim::category_count; ++i) {
    fit.filled_by[i] = worst.memory.categories[i].at_total_peak;
  }
  return fit;
}

}  // namespace scenarios
