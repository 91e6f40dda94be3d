#include "tests/proofs/random/scenario_keys.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace test {

void ScenarioKeys::set(const std::string& path, const std::vector<std::int64_t>& values) {
  set(path, fmt::format("[{}]", fmt::join(values, ", ")));
}

std::string ScenarioKeys::text() const {
  std::string without_section;
  std::vector<std::pair<std::string, std::string>> sections;  // in the order of their first key
  for (const auto& [path, value] : keys_) {
    const std::size_t dot = path.find('.');
    if (dot == std::string::npos) {
      without_section += fmt::format("{}: {}\n", path, value);
      continue;
    }
    const std::string section = path.substr(0, dot);
    auto found = std::ranges::find(sections, section, [](const auto& pair) { return pair.first; });
    if (found == sections.end()) found = sections.insert(found, {section, ""});
    found->second += fmt::format("  {}: {}\n", path.substr(dot + 1), value);
  }
  for (const auto& [section, lines] : sections) {
    without_section += fmt::format("{}:\n{}", section, lines);
  }
  return without_section;
}

}  // namespace test
