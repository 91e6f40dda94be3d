#pragma once

#include "scenarios/commands/options.hpp"

namespace scenarios {

/// `import`: reads configuration files of other tools, prints the count and what became of every
/// key, and writes the scenario to the file of -o (to standard output for "-", and then the report
/// goes to standard error). Throws BadInput with all faults, and writes nothing, when a file cannot
/// be read, when keys do not fit together, when a key changes sizes in a way that a scenario cannot
/// say (but with --partial, which writes the rest), or when a scenario is asked for that cannot
/// express the model. Returns the exit status.
int import_configs(const Options& options);

}  // namespace scenarios
