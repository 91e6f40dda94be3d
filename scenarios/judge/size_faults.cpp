#include "scenarios/judge/size_faults.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/read/draft.hpp"

namespace scenarios {

namespace {

bool is_size(KeyId key) {
  const std::string_view path = key.path();
  return path.starts_with("model.") || path.starts_with("inference.") ||
         path == "training.micro_batch_size" || path == "training.global_batch_size";
}

using SizeKey = std::pair<KeyId, std::int64_t>;

std::vector<SizeKey> largest_sizes(const Scenario& scenario) {
  constexpr std::size_t told = 5;
  std::vector<SizeKey> sizes;
  for (const KeyId key : keys_by_name()) {
    if (key.key().kind != Kind::integer || !is_size(key)) continue;
    if (const auto number = KeyOf<std::int64_t>(key).in(scenario.values)) {
      sizes.emplace_back(key, *number);
    }
  }
  std::ranges::stable_sort(sizes, std::ranges::greater{}, &SizeKey::second);
  if (sizes.size() > told) sizes.erase(sizes.begin() + told, sizes.end());
  return sizes;
}

// The place of the largest size that somebody gave.
std::string where(const Scenario& scenario, const std::vector<SizeKey>& sizes) {
  if (scenario.sources == nullptr) return scenario.file;
  for (const SizeKey& size : sizes) {
    const auto given = scenario.sources->given.find(size.first);
    if (given != scenario.sources->given.end()) return given->second.text();
  }
  return scenario.file;
}

}  // namespace

Fault size_fault(const Scenario& scenario, const sim::Overflow& overflow) {
  const std::vector<SizeKey> sizes = largest_sizes(scenario);
  std::string list;
  for (const auto& [key, value] : sizes) {
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", key.path(), value);
  }
  return {
      where(scenario, sizes), scenario.name,
      fmt::format("is too large to be counted: {}; its largest sizes: {}", overflow.what(), list)};
}

}  // namespace scenarios
