#include "scenarios/read/draft.hpp"

#include <utility>

namespace scenarios {

Draft::Draft(std::string file, std::map<std::string, int> section_lines)
    : file_(std::move(file)), section_lines_(std::move(section_lines)) {}

void Draft::give(const std::string& path, Given given) {
  refused_.erase(path);
  entries_.insert_or_assign(path, Entry{std::move(given.value), std::move(given.origin)});
}

void Draft::fill(std::string_view path, Value value) {
  if (has(path) || is_refused(path)) return;
  entries_.emplace(std::string(path), Entry{std::move(value), std::nullopt});
}

void Draft::skip(const std::string& path, Origin origin) {
  entries_.erase(path);
  refused_.insert_or_assign(path, std::move(origin));
}

void Draft::refuse(const std::string& path, Origin origin, std::string what) {
  faults_.push_back({origin.text(), path, std::move(what)});
  skip(path, std::move(origin));
}

void Draft::fault(std::initializer_list<std::string_view> paths, std::string what) {
  for (const std::string_view path : paths) {
    if (const Origin* origin = origin_of(path)) {
      faults_.push_back({origin->text(), std::string(path), std::move(what)});
      return;
    }
  }
  const std::string_view first = *paths.begin();
  faults_.push_back({section_of(first).text(), std::string(first), std::move(what)});
}

bool Draft::has(std::string_view path) const {
  return entries_.contains(path);
}

bool Draft::is_refused(std::string_view path) const {
  return refused_.contains(path);
}

const Origin* Draft::origin_of(std::string_view path) const {
  const auto found = entries_.find(path);
  if (found == entries_.end() || !found->second.origin) return nullptr;
  return &*found->second.origin;
}

const Value* Draft::find(std::string_view path) const {
  const auto found = entries_.find(path);
  return found == entries_.end() ? nullptr : &found->second.value;
}

std::map<std::string, Value> Draft::values() const {
  std::map<std::string, Value> values;
  for (const auto& [path, entry] : entries_) values.emplace(path, entry.value);
  return values;
}

Origin Draft::section_of(std::string_view path) const {
  const auto found = section_lines_.find(std::string(path.substr(0, path.find('.'))));
  return {file_, found == section_lines_.end() ? 1 : found->second, {}};
}

}  // namespace scenarios
