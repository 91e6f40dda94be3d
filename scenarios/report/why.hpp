#pragma once

#include <string>
#include <vector>

#include "scenarios/judge/check.hpp"

namespace scenarios {

/// Why a check has its verdict, in lines: the pack's reason; where it is outside, which assumption
/// does not hold; where it is not as expected also the expression with its numbers, by how much the
/// claim was missed, and what the measured number consists of.
std::vector<std::string> why(const Check& check, const RunResult& run);

}  // namespace scenarios
