#pragma once

#include "scenarios/commands/options.hpp"

namespace scenarios {

/// `formulas`: a line a pack of the project's folder and of --formulas; of packs and formulas that
/// are named all there is. `keys`, `variables`, `quantities`: what can be written in scenarios and
/// packs, all or those that match a pattern. They return the exit status and throw BadInput when a
/// name is nowhere.
int print_formulas(const Options& options);
int print_keys(const Options& options);
int print_variables(const Options& options);
int print_quantities(const Options& options);

}  // namespace scenarios
