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

bool is_size(std::string_view key) {
  return key.starts_with("model.") || key.starts_with("inference.") ||
         key == "training.micro_batch_size" || key == "training.global_batch_size";
}

using SizeKey = std::pair<std::string, std::int64_t>;

std::vector<SizeKey> largest_sizes(const Scenario& scenario) {
  constexpr std::size_t told = 5;
  std::vector<SizeKey> sizes;
  for (const auto& [key, value] : scenario.values) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number != nullptr && is_size(key)) sizes.emplace_back(key, *number);
  }
  std::ranges::stable_sort(sizes, std::ranges::greater{}, &SizeKey::second);
  sizes.resize(std::min(sizes.size(), told));
  return sizes;
}

// The place of the largest size that somebody gave.
std::string where(const Scenario& scenario, const std::vector<SizeKey>& sizes) {
  for (const SizeKey& size : sizes) {
    const Origin* origin =
        scenario.draft == nullptr ? nullptr : scenario.draft->origin_of(size.first);
    if (origin != nullptr) return origin->text();
  }
  return scenario.file;
}

}  // namespace

Fault size_fault(const Scenario& scenario, const sim::Overflow& overflow) {
  const std::vector<SizeKey> sizes = largest_sizes(scenario);
  std::string list;
  for (const auto& [key, value] : sizes) {
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", key, value);
  }
  return {
      where(scenario, sizes), scenario.name,
      fmt::format("is too large to be counted: {}; its largest sizes: {}", overflow.what(), list)};
}

}  // namespace scenarios
