#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// Reads the config of one of the families of config_family.hpp, all keys at the first level.
/// Throws BadInput for another family.
void read_config(Imported& imported, Settings& settings);

}  // namespace scenarios
