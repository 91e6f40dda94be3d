#include "scenarios/read/sweep.hpp"

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

}  // namespace

std::vector<SweepPoint> sweep_points(const std::vector<Axis>& axes) {
  std::vector<SweepPoint> points(1);
  for (const Axis& axis : axes) {
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

}  // namespace scenarios
