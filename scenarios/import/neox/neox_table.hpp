#pragma once

#include "scenarios/import/key_table.hpp"

namespace scenarios {

/// The keys of GPT-NeoX's files: its own, and those that it shares with DeepSpeed.
const KeyTable& neox_table();

}  // namespace scenarios
