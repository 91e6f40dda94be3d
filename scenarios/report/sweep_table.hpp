#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scenarios/report/sweep_row.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// Which scenarios of a sweep a person asked to see, and in which order.
struct SweepChoice {
  std::string sort{};   // a column of sweep_columns(); empty: as they were run
  bool fits = false;    // only those that fit their memory
  std::size_t top = 0;  // only the first so many; 0: all
};

/// The scenarios of a sweep, one a line: layout, peak, limit, headroom, what fills the peak, bytes
/// sent, as expected or not. What is the same of all (name, limit) stands above. Below it how many
/// are not shown.
std::string sweep_table(std::vector<SweepRow> rows, const SweepChoice& choice,
                        const TerminalStyle& style);

}  // namespace scenarios
