#include "scenarios/read/keys.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

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

const Key* find_key(std::string_view path) {
  const std::span<const Key> table = all_keys();
  const auto found = std::ranges::find(table, path, &Key::path);
  return found == table.end() ? nullptr : &*found;
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

}  // namespace scenarios
