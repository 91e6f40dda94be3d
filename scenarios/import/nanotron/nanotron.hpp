#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// Reads a training file of nanotron: Llama's block with its layout, tokens and optimizer. Defaults
/// are those of its configuration classes.
void read_nanotron(Imported& imported, Settings& settings);

}  // namespace scenarios
