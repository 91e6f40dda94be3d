#pragma once

#include <string>
#include <vector>

#include "scenarios/judge/check.hpp"

namespace scenarios {

/// Why a check has its verdict, in lines: the pack's reason; where it is not as expected also what
/// was claimed and by how much that was missed.
std::vector<std::string> why(const Check& check);

}  // namespace scenarios
