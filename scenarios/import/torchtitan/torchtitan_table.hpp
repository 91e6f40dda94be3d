#pragma once

#include "scenarios/import/key_table.hpp"

namespace scenarios {

/// The keys of torchtitan's jobs (torchtitan/config_manager.py, config/job_config.py), of its
/// present layout and of the one with the degrees inside [training].
const KeyTable& torchtitan_table();

}  // namespace scenarios
