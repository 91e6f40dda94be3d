#pragma once

#include <vector>

#include "scenarios/packs/checked_mapping.hpp"
#include "scenarios/packs/formula.hpp"

namespace scenarios {

/// The `expect` of a formula: a verdict, or a list of {when, verdict, ratio}. A pack that expects
/// "off" states the ratio, in the list or as a mapping alone. What is wrong goes to `faults`.
std::vector<ExpectedVerdict> read_expectations(const CheckedMapping& formula, PackFaults& faults);

}  // namespace scenarios
