#include "scenarios/report/json_scenario.hpp"

#include <algorithm>
#include <string_view>
#include <type_traits>
#include <vector>

#include "scenarios/read/key_table.hpp"

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

// The sections that a key lies in: "hardware", "bandwidth_bytes_per_second".
std::vector<std::string_view> sections_of(std::string_view path) {
  std::vector<std::string_view> sections;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    sections.push_back(path.substr(0, dot));
    path.remove_prefix(dot + 1);
  }
  return sections;
}

// Opens and closes objects, so that the next value stands in `sections`.
void turn_to(JsonWriter& json, std::vector<std::string_view>& open,
             const std::vector<std::string_view>& sections) {
  const auto alike =
      static_cast<std::size_t>(std::ranges::mismatch(open, sections).in1 - open.begin());
  for (; open.size() > alike; open.pop_back()) json.end_object();
  for (; open.size() < sections.size(); open.push_back(sections[open.size()])) {
    json.key(sections[open.size()]);
    json.begin_object();
  }
}

// The keys that have a value as nested objects, in the order of the alphabet.
void write_keys(JsonWriter& json, const ScenarioValues& values) {
  std::vector<std::string_view> open;
  for (const KeyId key : keys_by_name()) {
    const auto value = value_at(values, key);
    if (!value) continue;
    turn_to(json, open, sections_of(key.path()));
    json.key(key.path().substr(key.path().rfind('.') + 1));
    write_value(json, *value);
  }
  turn_to(json, open, {});
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
  ScenarioValues values = scenario.values;
  values.scenario = scenario.name;
  values.about = scenario.about;
  write_keys(json, values);
  write_check_section(json, scenario);
  json.end_object();
}

}  // namespace scenarios
