#pragma once

#include "scenarios/commands/options.hpp"

namespace scenarios {

/// `dry`: walks one rank of each class of equal ranks of every scenario, in this process and
/// without MPI, judges and reports. Meshes of up to `listed_ranks` ranks are reported rank by rank,
/// larger ones class by class. Returns the exit status. Throws BadInput.
inline constexpr int listed_ranks = 64;
int run_dry(const Options& options);

}  // namespace scenarios
