#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scenarios/read/document.hpp"

namespace scenarios {

/// One point of a sweep: a value for each axis, in the order of the file, and what to call it.
struct SweepPoint {
  std::string label;  // "[zero.stage=1, ...]"; empty without axes
  std::vector<std::pair<std::string, Given>> values;
};

/// The points of all grids, one grid after another: the cartesian product of its axes, the last one
/// running fastest. A point that an earlier grid has (under the same label) comes once. One empty
/// point without grids.
std::vector<SweepPoint> sweep_points(const std::vector<Grid>& grids);

}  // namespace scenarios
