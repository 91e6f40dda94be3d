#pragma once

#include <string>
#include <vector>

#include "scenarios/commands/options.hpp"

namespace scenarios {

/// Whether this process is a rank that mpirun or srun has started (with Open MPI's, PMIx's, PMI's
/// or Slurm's own variables).
bool is_started_as_rank();

/// Whether mpirun has started all ranks of this run on this machine, as far as Open MPI's variables
/// tell; false where they do not.
bool all_ranks_are_here();

/// Runs this program again under mpirun with `ranks` ranks and the arguments it was called with,
/// and returns its exit status: what the ranks handed back (0 verdicts as expected, 1 not, 2 bad
/// input), or 3 with one line on standard error when the run failed.
int launch(const Options& options, int ranks, const std::vector<std::string>& arguments);

}  // namespace scenarios
