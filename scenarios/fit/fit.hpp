#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "scenarios/fit/alternatives.hpp"
#include "scenarios/judge/run_result.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// The memory that a rank has against what the fullest rank of a run held.
struct Fit {
  double memory_bytes = 0;  // hardware.memory_bytes
  int worst_rank = 0;       // the first of those that held most
  std::int64_t equals = 1;  // the ranks that held as much, itself among them
  std::int64_t peak_bytes = 0;
  std::array<std::int64_t, sim::category_count> filled_by{};  // sums up to the peak
  std::vector<Alternative> alternatives{};                    // none: they were not asked for

  [[nodiscard]] bool holds(std::int64_t bytes) const {
    return static_cast<double>(bytes) <= memory_bytes;
  }
  [[nodiscard]] bool fits() const { return holds(peak_bytes); }
};

/// Whether a run, real or dry, fits the memory that its scenario gives a rank. Nothing where the
/// scenario does not say, or no step was measured. What the nearest changes would need is for
/// nearest_alternatives, which walks each.
std::optional<Fit> fit_of(const Scenario& scenario, const RunResult& run);

}  // namespace scenarios
