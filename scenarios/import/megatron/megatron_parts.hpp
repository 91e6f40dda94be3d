#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// What Megatron-LM's arguments say of the block: norms, positions, MLP, heads, biases.
void read_megatron_block(Imported& imported, Settings& settings);

/// What they say of types, the loss scale and recomputation.
void read_megatron_types(Imported& imported, Settings& settings);

}  // namespace scenarios
