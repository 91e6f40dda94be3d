#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/commands/work.hpp"
#include "scenarios/judge/measured.hpp"

namespace scenarios {

/// The bytes that all ranks of a plan hold together when each is at its peak, from a shape-only
/// run.
Int128 held_together(const parallel::Plan& plan);

/// Throws BadInput with a fault for every task whose ranks would hold more than `available` bytes
/// together; for real runs with all ranks on one machine, before any of them allocates.
void refuse_too_large(const std::vector<Task>& tasks, std::int64_t available);

/// The same with what this machine has; where the system does not tell, nothing is refused.
void refuse_too_large(const std::vector<Task>& tasks);

}  // namespace scenarios
