#include "scenarios/read/keys.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/read/key_table.hpp"
#include "scenarios/read/likeness.hpp"

namespace scenarios {

bool Range::contains(double number) const {
  const bool above = low_open ? number > low : number >= low;
  const bool below = high_open ? number < high : number <= high;
  return above && below;
}

std::string Range::text() const {
  if (std::isinf(high)) return fmt::format("{} {}", low_open ? ">" : ">=", low);
  return fmt::format("in {}{}, {:.0f}{}", low_open ? '(' : '[', low, high, high_open ? ')' : ']');
}

std::string Key::supported_words() const {
  return fmt::format("{}", fmt::join(field.type->words, " "));
}

std::string Key::known_words() const {
  return announced.empty() ? supported_words() : fmt::format("{} {}", supported_words(), announced);
}

std::span<const Key> all_keys() {
  return key_table;
}

const Key* find_key(std::string_view path) {
  static const auto by_path = [] {
    std::unordered_map<std::string_view, const Key*> keys;
    for (const Key& key : key_table) keys.emplace(key.path, &key);
    return keys;
  }();
  const auto found = by_path.find(path);
  return found == by_path.end() ? nullptr : found->second;
}

bool is_section(std::string_view path) {
  return std::ranges::any_of(all_keys(), [path](const Key& key) {
    return key.path.size() > path.size() && key.path.starts_with(path) &&
           key.path[path.size()] == '.';
  });
}

std::string_view nearest_key(std::string_view path) {
  std::string_view best;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  const auto consider = [&](std::string_view known) {
    const std::size_t distance = mistakes_between(path, known);
    if (distance < fewest) {
      fewest = distance;
      best = known;
    }
  };
  for (const Key& key : all_keys()) consider(key.path);
  for (const std::string_view other : {"check.formulas", "check.expect", "check", "sweep"}) {
    consider(other);
  }
  return best;
}

bool contains_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::string_view first = list.substr(0, list.find(' '));
    if (first == word) return true;
    list.remove_prefix(std::min(list.size(), first.size() + 1));
  }
  return false;
}

KeyId KeyId::at(std::string_view path) {
  const Key* key = find_key(path);
  ENSURE(key != nullptr, path);
  return of_place(static_cast<std::size_t>(key - key_table.data()));
}

std::optional<Value> value_at(const ScenarioValues& values, KeyId key) {
  const Field& field = key.key().field;
  return field.type->read(field.of(values));
}

void set_value(ScenarioValues& values, KeyId key, const Value& value) {
  const Field& field = key.key().field;
  field.type->write(field.in(values), value);
}

std::span<const KeyId> keys_by_name() {
  static const auto sorted = [] {
    std::vector<KeyId> keys;
    for (std::size_t i = 0; i < key_table.size(); ++i) keys.push_back(KeyId::of_place(i));
    std::ranges::sort(keys, {}, &KeyId::path);
    return keys;
  }();
  return sorted;
}

}  // namespace scenarios
