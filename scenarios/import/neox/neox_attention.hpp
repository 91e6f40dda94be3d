#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// Which layers GPT-NeoX's files ask for (attention_config, sliding_window_width). A scenario has
/// those of kind "global" alone; the others are told as missing.
void read_neox_attention(Imported& imported, Settings& settings);

}  // namespace scenarios
