#include "scenarios/commands/unused_keys.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/read/key_table.hpp"

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
  std::set<std::string_view> given;
  for (const Task& task : tasks) {
    for (const KeyId key : keys_by_name()) {
      const bool is_given = value_at(task.scenario.values, key).has_value();
      if (is_given && is_unused(key.path())) given.insert(key.path());
    }
  }
  if (given.empty()) return "";
  return fmt::format("no run uses {} yet (times are not computed); a formula may",
                     fmt::join(given, ", "));
}

}  // namespace scenarios
