#include "scenarios/import/setting_values.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/read/value.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

using Json = nlohmann::json;

const char* needed(Kind kind) {
  if (kind == Kind::boolean) return "a boolean";
  if (kind == Kind::integer) return "an integer below 2^63";
  if (kind == Kind::reals || kind == Kind::integers) return "a list of numbers";
  return kind == Kind::real ? "a number" : "a word";
}

// 5e8 is an integer for these tools, though JSON reads it as a real number; exact up to 2^53.
bool is_integral(const Json& json) {
  if (!json.is_number_float()) return false;
  const double number = json.get<double>();
  return number == std::floor(number) && std::abs(number) <= 0x1p53;
}

std::optional<Value> list_of(const Json& json) {
  if (!json.is_array()) return std::nullopt;
  std::vector<double> numbers;
  for (const Json& element : json) {
    if (!element.is_number()) return std::nullopt;
    numbers.push_back(element.get<double>());
  }
  return numbers;
}

Value value_of(const Json& json, Kind kind) {
  if (kind == Kind::boolean && json.is_boolean()) return json.get<bool>();
  const bool fits = !json.is_number_unsigned() || json.get<std::uint64_t>() >> 63U == 0;
  if (kind == Kind::integer && json.is_number_integer() && fits) return json.get<std::int64_t>();
  if (kind == Kind::integer && is_integral(json)) {
    return static_cast<std::int64_t>(json.get<double>());
  }
  if (kind == Kind::real && json.is_number()) return json.get<double>();
  if ((kind == Kind::word || kind == Kind::text) && json.is_string()) {
    return json.get<std::string>();
  }
  if (kind == Kind::reals) {
    if (auto list = list_of(json)) return *std::move(list);
  }
  throw BadValue(fmt::format("{} is not {}", json.dump(), needed(kind)));
}

// Of a value that only a shell could work out.
std::string ask_for(const Json& json) {
  return fmt::format("is {}, which only the shell can work out; write its value there",
                     json.is_string() ? json.get<std::string>() : json.dump());
}

template <class Held>
std::optional<Held> held(Imported& imported, Settings& settings, std::string_view key, Kind kind) {
  if (!settings.mentions(key)) return std::nullopt;
  const bool is_auto = settings.is_auto(key);
  const bool is_open = settings.is_open(key);
  const Json& json = settings.at(key);
  if (json.is_null() || is_auto) return std::nullopt;
  if (is_open) {
    imported.fault(settings, key, ask_for(json));
    return std::nullopt;
  }
  try {
    return std::get<Held>(value_of(json, kind));
  } catch (const BadValue& error) {
    imported.fault(settings, key, error.what());
    return std::nullopt;
  }
}

// --set answers for the key of a scenario.
void ask(Imported& imported, Settings& settings, const ConfigKey& row) {
  const Json& value = settings.at(row.config_key);
  if (imported.draft.has(row.scenario_key)) return;
  imported.draft.refuse(std::string(row.scenario_key), settings.place_of(row.config_key),
                        fmt::format("{} {}, or give --set {}=VALUE", row.config_key, ask_for(value),
                                    row.scenario_key));
}

}  // namespace

void translate(Imported& imported, Settings& settings, const ConfigKey& row) {
  const bool is_silent = !settings.mentions(row.config_key) || settings.is_auto(row.config_key) ||
                         !settings.states(row.config_key);
  if (is_silent || (!imported.lenient && imported.settled(row.scenario_key))) return;
  const Key* key = find_key(row.scenario_key);
  ENSURE(key != nullptr, row.scenario_key);
  try {
    if (settings.is_open(row.config_key)) {
      ask(imported, settings, row);
      return;
    }
    const Value value = value_of(settings.at(row.config_key), key->kind);
    check_value(*key, value);
    if (row.scenario_key == "model.seq_length") {
      imported.propose(row.scenario_key, value, settings, row.config_key);
    } else {
      imported.give(row.scenario_key, value, settings, row.config_key);
    }
  } catch (const BadValue& error) {
    imported.draft.refuse(std::string(row.scenario_key), settings.place_of(row.config_key),
                          fmt::format("{}: {}", row.config_key, error.what()));
  }
}

void translate(Imported& imported, Settings& settings, std::span<const ConfigKey> rows) {
  for (const ConfigKey& row : rows) translate(imported, settings, row);
}

std::optional<std::int64_t> integer_of(Imported& imported, Settings& settings,
                                       std::string_view key) {
  return held<std::int64_t>(imported, settings, key, Kind::integer);
}

std::optional<double> real_of(Imported& imported, Settings& settings, std::string_view key) {
  return held<double>(imported, settings, key, Kind::real);
}

std::optional<bool> boolean_of(Imported& imported, Settings& settings, std::string_view key) {
  return held<bool>(imported, settings, key, Kind::boolean);
}

std::optional<std::string> text_of(Imported& imported, Settings& settings, std::string_view key) {
  return held<std::string>(imported, settings, key, Kind::text);
}

std::optional<Stated> stated(Imported& imported, Settings& settings, std::string_view key) {
  const auto value = integer_of(imported, settings, key);
  if (!value) return std::nullopt;
  if (*value < 1 || *value >= std::int64_t{1} << 31U) {
    imported.fault(settings, key, fmt::format("is {}; it must be in [1, 2147483647]", *value));
    return std::nullopt;
  }
  settings.use(key, "the batch and the ranks");
  return Stated{*value, settings.place_of(key), std::string(key)};
}

}  // namespace scenarios
