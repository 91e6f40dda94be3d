#include "scenarios/report/point_name.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace scenarios {

namespace {

bool is_in_layout(std::string_view setting) {
  constexpr std::array<std::string_view, 5> keys = {
      "parallel.data_parallel_size=", "parallel.tensor_model_parallel_size=",
      "parallel.pipeline_model_parallel_size=", "parallel.pipeline_schedule=", "zero.stage="};
  return std::ranges::any_of(keys, [&](std::string_view key) { return setting.starts_with(key); });
}

/// Where the settings of a sweep's grid begin in a name, behind their bracket; npos: it has none.
std::size_t begin_of_settings(std::string_view name) {
  if (!name.ends_with(']')) return std::string_view::npos;
  int depth = 0;
  for (std::size_t at = name.size(); at-- > 0;) {
    if (name[at] == ']') ++depth;
    if (name[at] == '[' && --depth == 0) return at + 1;
  }
  return std::string_view::npos;
}

/// "key=value" for each; a value may be a list with commas of its own.
std::vector<std::string> settings_in(std::string_view text) {
  std::vector<std::string> settings(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) {
      settings.emplace_back();
    } else {
      settings.back() += c;
    }
  }
  return settings;
}

}  // namespace

PointName point_name(std::string_view name) {
  const std::size_t begin = begin_of_settings(name);
  if (begin == std::string_view::npos) return {std::string(name), ""};
  PointName point{std::string(name.substr(0, begin - 1)), ""};
  for (const std::string& setting : settings_in(name.substr(begin, name.size() - begin - 1))) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) return {std::string(name), ""};  // it ends in brackets
    if (is_in_layout(setting)) continue;
    point.settings +=
        (point.settings.empty() ? "" : " ") + setting.substr(setting.rfind('.', equals) + 1);
  }
  return point;
}

}  // namespace scenarios
