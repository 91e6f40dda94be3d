#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/scenario.hpp"

namespace scenarios {

/// The same model trained with one thing changed.
struct Alternative {
  std::string change;                        // as --set would give it
  int ranks = 0;                             // 0: refused
  std::optional<std::int64_t> peak_bytes{};  // of the rank that holds most; none: refused
  std::string refusal{};                     // what a check says against it
};

/// The nearest changes that may make a scenario need less: the next ZeRO stage, more recomputation,
/// twice the tensor ranks (and half the data ranks, or where those are odd twice the world). Each
/// is read with the scenario's own checks; what they allow is walked in a shape-only run, what they
/// refuse has their reason. A stage that the mode does not have is passed over for the next.
std::vector<Alternative> nearest_alternatives(const Scenario& scenario);

}  // namespace scenarios
