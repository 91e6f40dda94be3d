#include "scenarios/read/likeness.hpp"

#include <algorithm>
#include <string>

#include "scenarios/read/edit_distance.hpp"

namespace scenarios {

namespace {

std::string_view last_part(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

std::string_view section_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? "" : path.substr(0, dot);
}

// "tmps" of "tensor_model_parallel_size".
std::string initials_of(std::string_view name) {
  std::string initials;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i == 0 || name[i - 1] == '_') initials += name[i];
  }
  return initials;
}

// Whether all letters stand in `initials` in their order, the first as the first.
bool are_initials(std::string_view letters, const std::string& initials) {
  if (letters.size() < 2 || letters.front() != initials.front()) return false;
  std::size_t found = 0;
  for (const char c : initials) {
    if (found < letters.size() && letters[found] == c) ++found;
  }
  return found == letters.size();
}

bool is_unfinished(std::string_view written, std::string_view known) {
  if (written.size() < 3 || !known.starts_with(written) || known.size() == written.size())
    return false;
  return known[written.size()] == '.' || known[written.size()] == '_' || written.size() > 4;
}

}  // namespace

std::size_t mistakes_between(std::string_view written, std::string_view known) {
  const std::string_view part = last_part(written);
  const std::string_view known_part = last_part(known);
  const bool is_in_section =
      section_of(written).empty() || section_of(written) == section_of(known);
  const bool is_short = is_in_section && (is_unfinished(part, known_part) ||
                                          are_initials(part, initials_of(known_part)));
  if (is_unfinished(written, known) || is_short) return 1;
  return std::min(edit_distance(written, known), 2 + edit_distance(part, known_part));
}

}  // namespace scenarios
