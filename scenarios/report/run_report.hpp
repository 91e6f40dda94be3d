#pragma once

#include <optional>
#include <vector>

#include "scenarios/fit/fit.hpp"
#include "scenarios/judge/check.hpp"

namespace scenarios {

/// One scenario with what its run left and what was said of it.
struct RunReport {
  Scenario scenario;
  RunResult run;
  std::vector<Check> checks;
  std::optional<Fit> fit{};  // none: the memory of a rank is not given, or no step was measured
};

}  // namespace scenarios
