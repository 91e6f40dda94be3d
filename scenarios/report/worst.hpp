#pragma once

#include <vector>

#include "scenarios/judge/check.hpp"

namespace scenarios {

/// Whether `a` should be seen before `b`: not as expected before as expected, then off, within,
/// bound, exact, outside, and among equals the ratio that is farther from 1.
bool is_worse(const Check& a, const Check& b);

/// The checks worst first; of equal ones the order stays.
std::vector<Check> worst_first(std::vector<Check> checks);

/// The worst check of each formula, worst first.
std::vector<Check> worst_of_each_formula(const std::vector<Check>& checks);

}  // namespace scenarios
