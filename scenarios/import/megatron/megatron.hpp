#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// Reads arguments of Megatron-LM's training scripts, from a text of flags or from the MODEL_ARGS
/// of a YAML file. Defaults are those of its argument parser.
void read_megatron(Imported& imported, Settings& settings);

}  // namespace scenarios
