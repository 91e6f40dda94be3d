#pragma once

#include <utility>

#include "scenarios/read/fault.hpp"
#include "scenarios/scenario.hpp"
#include "sim/checked.hpp"

namespace scenarios {

/// What to say of a scenario in which a number of bytes, elements or FLOPs passes 2^63 - 1: the
/// numbers that met, and the keys that sizes are made of, the largest first.
Fault size_fault(const Scenario& scenario, const sim::Overflow& overflow);

/// What `walk` returns. Throws BadInput where sim::Overflow flies out of it.
template <class Walk>
auto refusing_overflow(const Scenario& scenario, Walk&& walk) {
  try {
    return std::forward<Walk>(walk)();
  } catch (const sim::Overflow& overflow) {
    throw BadInput({{size_fault(scenario, overflow)}});
  }
}

}  // namespace scenarios
