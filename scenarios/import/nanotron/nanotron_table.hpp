#pragma once

#include "scenarios/import/key_table.hpp"

namespace scenarios {

/// The keys of nanotron's files (src/nanotron/config: config.py, models_config.py,
/// parallelism_config.py).
const KeyTable& nanotron_table();

}  // namespace scenarios
