#include "scenarios/report/json_scenario.hpp"

#include <map>
#include <set>
#include <type_traits>

namespace scenarios {

namespace {

void write_value(JsonWriter& json, const Value& value) {
  std::visit(
      [&json]<class Held>(const Held& held) {
        if constexpr (std::is_same_v<Held, bool>) {
          json.boolean(held);
        } else if constexpr (std::is_same_v<Held, std::int64_t>) {
          json.integer(held);
        } else if constexpr (std::is_same_v<Held, double>) {
          json.real(held);
        } else if constexpr (std::is_same_v<Held, std::string>) {
          json.text(held);
        } else {
          json.begin_array();
          for (const auto element : held) write_value(json, Value(element));
          json.end_array();
        }
      },
      value);
}

using Keys = std::map<std::string, Value>;

// The keys that begin with `prefix` as nested objects, in the order of the alphabet.
void write_keys(JsonWriter& json, const Keys& keys, const std::string& prefix) {
  std::set<std::string> written;
  for (auto key = keys.lower_bound(prefix); key != keys.end() && key->first.starts_with(prefix);
       ++key) {
    const std::string rest = key->first.substr(prefix.size());
    const std::string name = rest.substr(0, rest.find('.'));
    if (!written.insert(name).second) continue;
    json.key(name);
    if (name == rest) {
      write_value(json, key->second);
      continue;
    }
    json.begin_object();
    write_keys(json, keys, prefix + name + ".");
    json.end_object();
  }
}

void write_expectation(JsonWriter& json, const Expectation& expectation) {
  json.begin_object();
  if (!expectation.when.empty()) {
    json.key("when");
    json.text(expectation.when);
  }
  json.key("verdict");
  json.text(expectation.verdict);
  if (!expectation.ratio.empty()) {
    json.key("ratio");
    json.text(expectation.ratio);
  }
  json.end_object();
}

void write_check_section(JsonWriter& json, const Scenario& scenario) {
  json.key("check");
  json.begin_object();
  json.key("formulas");
  json.begin_array();
  for (const auto& pack : scenario.packs) json.text(pack);
  json.end_array();
  json.key("expect");
  json.begin_object();
  for (const auto& [id, entries] : scenario.expectations) {
    json.key(id);
    json.begin_array();
    for (const Expectation& entry : entries) write_expectation(json, entry);
    json.end_array();
  }
  json.end_object();
  json.end_object();
}

}  // namespace

void write_scenario(JsonWriter& json, const Scenario& scenario) {
  json.key("scenario");
  json.begin_object();
  Keys keys = scenario.values;
  keys["scenario"] = scenario.name;
  keys["about"] = scenario.about;
  write_keys(json, keys, "");
  write_check_section(json, scenario);
  json.end_object();
}

}  // namespace scenarios
