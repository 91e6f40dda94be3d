#pragma once

#include <string>

#include "scenarios/import/syntax/settings.hpp"

namespace scenarios {

/// The arguments that a launch script gives the Python program it starts, with variables filled in
/// from the script's own assignments; nothing is run. A script that starts none is taken by its
/// variables that hold flags. Ranks (`world_size`) are those that torchrun is told to start. What
/// only a shell could work out (arithmetic, commands, unset variables, assignments under a
/// condition) leaves a setting open. Throws BadInput where quotation marks or brackets are not
/// closed, and where two programs are started.
Settings shell_settings(const std::string& file, const std::string& text);

}  // namespace scenarios
