#pragma once

#include "scenarios/commands/options.hpp"

namespace scenarios {

/// `run` and `sweep` as one of the ranks that mpirun started. Returns the exit status of the
/// process: that of the verdicts, or, below our own launcher, 0 with the status told in a marked
/// line.
int run_as_rank(const Options& options, int& argc, char**& argv);

}  // namespace scenarios
