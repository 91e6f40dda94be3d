#pragma once

#include <string>
#include <vector>

#include "scenarios/commands/work.hpp"

namespace scenarios {

/// Names the keys that a scenario gives and no run uses yet; nothing where there are none.
std::string unused_keys_note(const std::vector<Task>& tasks);

}  // namespace scenarios
