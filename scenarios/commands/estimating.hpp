#pragma once

#include "scenarios/commands/options.hpp"

namespace scenarios {

/// `estimate`: the closed forms of each scenario, without a run, and the identities and rules of
/// thumb that apply to it; of several scenarios one table with the range of each form. All of them
/// go to --json and --csv. Returns the exit status.
int print_estimates(const Options& options);

}  // namespace scenarios
