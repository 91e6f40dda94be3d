#pragma once

#include <string>
#include <string_view>

#include <yaml-cpp/yaml.h>

#include "scenarios/read/keys.hpp"

namespace scenarios {

/// A node as the value its key needs, checked against the key's own row: kind, range, words, and
/// what this version supports. Throws BadValue.
Value parse_value(const Key& key, const YAML::Node& node);

/// The value that `text` is when it is written in a scenario, unchecked: for defaults.
Value value_of_text(const Key& key, std::string_view text);

/// The default of a key that has one (`fallback` not empty).
Value default_of(const Key& key);

/// Checks a value that was not read from YAML (from a model's config) against its key's row.
void check_value(const Key& key, const Value& value);

/// A value as one would write it in a scenario: "true", "4", "[2, 2]", "gpipe".
std::string text_of(const Value& value);

}  // namespace scenarios
