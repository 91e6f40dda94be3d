#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/judge/run_result.hpp"

namespace scenarios {

/// Every quantity that a formula can be judged against (scenarios/formulas/README.md lists them).
std::vector<std::string> quantity_names();

/// Why `name` is no quantity ("unknown quantity ...; nearest: ..."), or nothing.
std::string quantity_fault(std::string_view name);

/// The measured value of a quantity at one rank. Bytes, FLOPs, calls or elements, as its name says.
/// Throws BadValue with quantity_fault's text.
std::int64_t measured_quantity(const RunResult& run, const parallel::Measurement& rank,
                               std::string_view name);

}  // namespace scenarios
