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

/// The cartesian product of the axes, the last one running fastest; one empty point without axes.
std::vector<SweepPoint> sweep_points(const std::vector<Axis>& axes);

}  // namespace scenarios
