#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// The keys that DeepSpeed's own files and GPT-NeoX's share: ZeRO, types, loss scale, optimizer,
/// batch. Defaults are DeepSpeed's; "auto" is left to the caller.
void read_zero(Imported& imported, Settings& settings);
void read_types(Imported& imported, Settings& settings);
/// `eight_bit`: the states of Adam are kept in 8 bits, whatever its name says.
void read_optimizer(Imported& imported, Settings& settings, bool eight_bit = false);
void read_batch(Imported& imported, Settings& settings);
/// Checkpoints of activations are made where the model's code asks for them, whatever these say.
void read_checkpointing(Settings& settings);

}  // namespace scenarios
