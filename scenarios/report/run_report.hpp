#pragma once

#include <vector>

#include "scenarios/judge/check.hpp"

namespace scenarios {

/// One scenario with what its run left and what was said of it.
struct RunReport {
  Scenario scenario;
  RunResult run;
  std::vector<Check> checks;
};

}  // namespace scenarios
