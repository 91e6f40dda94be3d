#include "scenarios/load/sweep.hpp"

#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "scenarios/read/value.hpp"

namespace scenarios {

namespace {

std::string label_of(const SweepPoint& point) {
  std::string text;
  for (const auto& [key, given] : point.values) {
    text += fmt::format("{}{}={}", text.empty() ? "[" : ",", key, text_of(given.value));
  }
  return text.empty() ? text : text + "]";
}

std::vector<SweepPoint> points_of(const Grid& grid) {
  std::vector<SweepPoint> points(1);
  for (const Axis& axis : grid) {
    std::vector<SweepPoint> longer;
    for (const SweepPoint& point : points) {
      for (const Given& given : axis.values) {
        longer.push_back(point);
        longer.back().values.emplace_back(axis.key, given);
      }
    }
    points = std::move(longer);
  }
  for (SweepPoint& point : points) point.label = label_of(point);
  return points;
}

}  // namespace

std::vector<SweepPoint> sweep_points(const std::vector<Grid>& grids) {
  if (grids.empty()) return {SweepPoint{}};
  std::vector<SweepPoint> all;
  std::set<std::string> labels;
  for (const Grid& grid : grids) {
    for (SweepPoint& point : points_of(grid)) {
      if (labels.insert(point.label).second) all.push_back(std::move(point));
    }
  }
  return all;
}

}  // namespace scenarios
