#include "scenarios/packs/checked_mapping.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/read/edit_distance.hpp"

namespace scenarios {

Origin PackFaults::origin(const YAML::Node& node) const {
  return {.file = file, .line = node.Mark().line + 1, .option = {}};
}

void PackFaults::add(const Origin& where, const std::string& key, const std::string& what) {
  found.push_back({where.text(), key, what});
}

void PackFaults::collect(const std::function<void()>& body) {
  try {
    body();
  } catch (const BadInput& bad) {
    found.insert(found.end(), bad.faults().begin(), bad.faults().end());
  }
}

CheckedMapping::CheckedMapping(const YAML::Node& node, std::span<const std::string_view> known,
                               PackFaults& faults)
    : where_(faults.origin(node)), faults_(faults) {
  if (!node.IsMap()) {
    faults.add(where_, "", fmt::format("needs a mapping with the keys {}", fmt::join(known, ", ")));
    return;
  }
  for (const auto& entry : node) {
    const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "?";
    const Origin where = faults.origin(entry.first);
    if (std::ranges::find(known, key) == known.end()) {
      const auto nearest = std::ranges::min_element(
          known, {}, [&key](std::string_view name) { return edit_distance(key, name); });
      faults.add(where, key, fmt::format("unknown key; nearest: {}", *nearest));
    } else if (!values_.emplace(key, entry.second).second) {
      faults.add(where, key, "is given twice");
    }
  }
}

Origin CheckedMapping::where(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? where_ : faults_.origin(found->second);
}

std::optional<YAML::Node> CheckedMapping::find(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> CheckedMapping::text(const std::string& key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) return std::nullopt;
  const YAML::Node& node = found->second;
  if (node.IsScalar() && !node.Scalar().empty()) return node.Scalar();
  faults_.add(where(key), key, "needs a text");
  return std::nullopt;
}

std::string CheckedMapping::required_text(const std::string& key) const {
  if (!values_.contains(key)) faults_.add(where_, key, "is missing");
  return text(key).value_or("");
}

}  // namespace scenarios
