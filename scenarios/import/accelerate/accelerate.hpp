#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// Reads what `accelerate config` writes: how many processes there are, their precision, and FSDP's
/// section; DeepSpeed's section is read as the DeepSpeed file that accelerate makes of it.
void read_accelerate(Imported& imported, Settings& settings);

}  // namespace scenarios
