#pragma once

#include "scenarios/import/key_table.hpp"

namespace scenarios {

/// The keys of accelerate's file (commands/config/config_args.py, utils/dataclasses.py).
const KeyTable& accelerate_table();

}  // namespace scenarios
