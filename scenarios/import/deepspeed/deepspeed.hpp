#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// Reads a DeepSpeed configuration (ds_config.json). "auto" is what Hugging Face's Trainer fills
/// in there when nothing is asked of it: 8 sequences a rank, lr 5e-5, no decay, clipping at 1,
/// buckets from the hidden size, and no 16-bit type.
void read_deepspeed(Imported& imported, Settings& settings);

}  // namespace scenarios
