#pragma once

#include <string>

#include "scenarios/judge/run_result.hpp"

namespace scenarios {

/// What somebody should know of a run that came to its end all the same: no step was applied, or a
/// loss or gradient norm is no finite number. Empty: nothing.
std::string warning_of(const RunResult& run);

}  // namespace scenarios
