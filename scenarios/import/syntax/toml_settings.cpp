#include "scenarios/import/syntax/toml_settings.hpp"

#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace scenarios {

namespace {

nlohmann::json value_of(const toml::node& node) {
  if (const auto* list = node.as_array()) {
    nlohmann::json values = nlohmann::json::array();
    for (const toml::node& element : *list) values.push_back(value_of(element));
    return values;
  }
  if (node.is_boolean()) return node.value<bool>().value();
  if (node.is_integer()) return node.value<std::int64_t>().value();
  if (node.is_floating_point()) return node.value<double>().value();
  if (node.is_string()) return node.value<std::string>().value();
  std::ostringstream text;  // a date, or a table in a list
  text << toml::node_view<const toml::node>(node);
  return text.str();
}

void flatten(Settings& settings, const toml::table& table, const std::string& prefix) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    const auto* inner = node.as_table();
    if (inner != nullptr && !inner->empty()) {
      flatten(settings, *inner, key + ".");
    } else if (inner == nullptr) {
      const auto line = static_cast<int>(name.source().begin.line);
      settings.add({key, value_of(node), {settings.file(), line, {}}});
    }
  }
}

}  // namespace

Settings toml_settings(const std::string& file, const std::string& text) {
  try {
    Settings settings(file);
    flatten(settings, toml::parse(std::string_view(text), file), "");
    return settings;
  } catch (const toml::parse_error& error) {
    throw BadInput(fmt::format("{}:{}", file, error.source().begin.line), "",
                   fmt::format("is not TOML: {}", error.description()));
  }
}

}  // namespace scenarios
