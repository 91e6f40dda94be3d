#include "scenarios/commands/unused_keys.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scenarios {

namespace {

// Times are not computed yet.
constexpr std::array<std::string_view, 3> unused = {
    "hardware.bandwidth_bytes_per_second.", "hardware.latency_seconds", "hardware.stage_seconds."};

bool is_unused(std::string_view key) {
  return std::ranges::any_of(unused,
                             [key](std::string_view name) { return key.starts_with(name); });
}

}  // namespace

std::string unused_keys_note(const std::vector<Task>& tasks) {
  std::set<std::string> given;
  for (const Task& task : tasks) {
    for (const auto& [key, value] : task.scenario.values) {
      if (is_unused(key)) given.insert(key);
    }
  }
  if (given.empty()) return "";
  return fmt::format("no run uses {} yet (times are not computed); a formula may",
                     fmt::join(given, ", "));
}

}  // namespace scenarios
