#pragma once

#include <optional>
#include <vector>

#include "scenarios/commands/options.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/judge/run_result.hpp"

namespace scenarios {

/// Judges the results of all tasks (in their order, which it takes over), writes and prints the
/// reports. Returns the exit status: 0 every verdict as expected, 1 not; 2 when one cannot be
/// judged, which is bad input whatever ran, told on standard error.
int report_results(const std::vector<Task>& tasks, std::vector<RunResult> results,
                   const Options& options);

}  // namespace scenarios
