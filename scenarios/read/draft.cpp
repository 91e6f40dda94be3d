#include "scenarios/read/draft.hpp"

#include <utility>

namespace scenarios {

Draft::Draft(std::string file, std::map<std::string, int> section_lines)
    : sources_{std::move(file), std::move(section_lines), {}} {}

Draft::Draft(const ScenarioValues& values, const Sources& sources) : sources_(sources) {
  for (const auto& [key, origin] : sources.given) {
    const auto value = value_at(values, key);
    if (!value) continue;
    set_value(values_, key, *value);
    states_[key.place()] = State::present;
  }
}

void Draft::give(KeyId key, Given given) {
  set_value(values_, key, given.value);
  states_[key.place()] = State::present;
  sources_.given.insert_or_assign(key, std::move(given.origin));
}

void Draft::fill(KeyId key, const Value& value) {
  if (states_[key.place()] != State::absent) return;
  set_value(values_, key, value);
  states_[key.place()] = State::present;
}

void Draft::skip(std::string_view path) {
  if (find_key(path) == nullptr) return;
  const KeyId key(path);
  const Field& field = key.key().field;
  field.type->clear(field.in(values_));
  states_[key.place()] = State::refused;
  sources_.given.erase(key);
}

void Draft::refuse(std::string_view path, const Origin& origin, std::string what) {
  faults_.push_back({origin.text(), std::string(path), std::move(what)});
  skip(path);
}

void Draft::fault(std::initializer_list<KeyId> keys, std::string what) {
  for (const KeyId key : keys) {
    if (const Origin* origin = origin_of(key)) {
      faults_.push_back({origin->text(), std::string(key.path()), std::move(what)});
      return;
    }
  }
  const KeyId first = *keys.begin();
  faults_.push_back({section_of(first).text(), std::string(first.path()), std::move(what)});
}

bool Draft::has(KeyId key) const {
  return states_[key.place()] == State::present;
}

bool Draft::is_refused(KeyId key) const {
  return states_[key.place()] == State::refused;
}

const Origin* Draft::origin_of(KeyId key) const {
  const auto found = sources_.given.find(key);
  return found == sources_.given.end() ? nullptr : &found->second;
}

std::optional<Value> Draft::find(KeyId key) const {
  return has(key) ? value_at(values_, key) : std::nullopt;
}

Origin Draft::section_of(KeyId key) const {
  const std::string_view path = key.path();
  const auto found = sources_.section_lines.find(std::string(path.substr(0, path.find('.'))));
  return {sources_.file, found == sources_.section_lines.end() ? 1 : found->second, {}};
}

}  // namespace scenarios
