#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/commands/work.hpp"

namespace scenarios {

/// What ranks need of the tasks that rank 0 has read: names, values and the paths of input files.
std::string bytes_of(const std::vector<Task>& tasks);

/// The tasks as a rank runs them: each plan is made from the values, as on rank 0; packs and what
/// is expected of them stay there.
std::vector<Task> tasks_of(std::string_view bytes);

}  // namespace scenarios
