#include "scenarios/import/syntax/yaml_settings.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "scenarios/import/syntax/plain_value.hpp"
#include "scenarios/read/yaml_documents.hpp"

namespace scenarios {

namespace {

nlohmann::json value_of(const YAML::Node& node) {
  if (node.IsNull()) return nullptr;
  if (node.IsScalar()) {
    // yaml-cpp tags what stands in quotation marks "!".
    return node.Tag() == "!" ? nlohmann::json(node.Scalar()) : plain_value(node.Scalar());
  }
  nlohmann::json list = nlohmann::json::array();
  if (node.IsSequence()) {
    for (const YAML::Node& element : node) list.push_back(value_of(element));
    return list;
  }
  nlohmann::json object = nlohmann::json::object();
  for (const auto& entry : node) object[entry.first.Scalar()] = value_of(entry.second);
  return object;
}

void flatten(Settings& settings, const YAML::Node& map, const std::string& prefix) {
  for (const auto& entry : map) {
    const int line = entry.first.Mark().line + 1;
    if (!entry.first.IsScalar()) {
      throw BadInput(fmt::format("{}:{}", settings.file(), line), "", "has a key that is no word");
    }
    const std::string key = prefix + underscored(entry.first.Scalar());
    if (entry.second.IsMap() && entry.second.size() > 0) {
      flatten(settings, entry.second, key + ".");
    } else {
      settings.add({key, value_of(entry.second), {settings.file(), line, {}}});
    }
  }
}

}  // namespace

std::string underscored(std::string key) {
  key.erase(0, key.starts_with("--") ? 2 : 0);
  std::ranges::replace(key, '-', '_');
  return key;
}

Settings yaml_settings(const std::string& file, const std::string& text) {
  try {
    const std::vector<YAML::Node> documents = load_documents(text);
    if (documents.size() != 1 || !documents[0].IsMap()) {
      throw BadInput(file + ":1", "", "is not one YAML mapping");
    }
    Settings settings(file);
    flatten(settings, documents[0], "");
    return settings;
  } catch (const YAML::Exception& error) {
    throw BadInput(fmt::format("{}:{}", file, error.mark.line + 1), "",
                   "is not YAML: " + error.msg);
  }
}

}  // namespace scenarios
