#pragma once

#include "scenarios/commands/options.hpp"

namespace scenarios {

/// `estimate`: the closed forms of each scenario, without a run, and the identities and rules of
/// thumb that apply to it. Returns the exit status.
int print_estimates(const Options& options);

/// `formulas`: every pack of the project's folder and those of --formulas, or the one of --pack.
int print_formulas(const Options& options);

}  // namespace scenarios
