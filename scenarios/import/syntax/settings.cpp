#include "scenarios/import/syntax/settings.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "scenarios/import/syntax/printable.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

std::string_view first_part(std::string_view key) {
  return key.substr(0, key.find('.'));
}

}  // namespace

bool is_at_or_below(std::string_view key, std::string_view prefix) {
  return key.starts_with(prefix) && (key.size() == prefix.size() || key[prefix.size()] == '.');
}

void Settings::add(Setting setting) {
  setting.key = printable(setting.key);
  const Setting* before = find(setting.key);
  if (before == nullptr) {
    places_.emplace(setting.key, settings_.size());
    settings_.push_back(std::move(setting));
  } else if (before->value != setting.value) {
    faults_.push_back({setting.origin.text(), setting.key,
                       fmt::format("is given twice: {} here, {} in line {}", setting.value.dump(),
                                   before->value.dump(), before->origin.line)});
  }
}

std::vector<std::string> Settings::merge(Settings later) {
  std::vector<std::string> replaced;
  std::set<std::string, std::less<>> sections;
  for (const Setting& setting : later.settings_) sections.emplace(first_part(setting.key));
  std::erase_if(settings_, [&](const Setting& setting) {
    if (!sections.contains(first_part(setting.key))) return false;
    const Setting* other = later.find(setting.key);
    if (other == nullptr || other->value != setting.value) {
      replaced.push_back(fmt::format(
          "{}: {}: {} is replaced by {}", setting.origin.text(), setting.key, setting.value.dump(),
          other == nullptr ? later.place_of(first_part(setting.key)).text()
                           : fmt::format("{} of {}", other->value.dump(), other->origin.text())));
    }
    return true;
  });
  std::ranges::move(later.settings_, std::back_inserter(settings_));
  std::ranges::move(later.faults_, std::back_inserter(faults_));
  std::ranges::move(later.notes_, std::back_inserter(notes_));
  places_.clear();
  for (const Setting& setting : settings_) places_.emplace(setting.key, places_.size());
  return replaced;
}

bool Settings::states(std::string_view key) const {
  return std::ranges::any_of(settings_, [key](const Setting& setting) {
    return is_at_or_below(setting.key, key) && !setting.value.is_null();
  });
}

bool Settings::is_auto(std::string_view key) const {
  const Setting* setting = find(key);
  return setting != nullptr && setting->value == "auto";
}

bool Settings::is_open(std::string_view key) const {
  const Setting* setting = find(key);
  return setting != nullptr && setting->is_open;
}

const nlohmann::json& Settings::at(std::string_view key) {
  const auto found = places_.find(std::string(key));
  ENSURE(found != places_.end(), file_, key);
  Setting& setting = settings_[found->second];
  setting.used = true;
  return setting.value;
}

nlohmann::json Settings::value_or_null(std::string_view key) {
  return mentions(key) ? at(key) : nlohmann::json();
}

void Settings::use(std::string_view key, std::string_view meaning) {
  for (Setting& setting : settings_) {
    if (!is_at_or_below(setting.key, key)) continue;
    setting.used = true;
    if (meaning.empty() || setting.meaning.find(meaning) != std::string::npos) continue;
    setting.meaning += (setting.meaning.empty() ? "" : ", ") + std::string(meaning);
  }
}

void Settings::refuse(std::string_view key) {
  for (Setting& setting : settings_) {
    if (setting.key == key) setting.value = nullptr;
  }
  use(key, "refused");
}

Origin Settings::place_of(std::string_view key) const {
  const auto found = std::ranges::find_if(
      settings_, [key](const Setting& setting) { return is_at_or_below(setting.key, key); });
  return found == settings_.end() ? Origin{file_, 1, {}} : found->origin;
}

const Setting* Settings::find(std::string_view key) const {
  const auto found = places_.find(std::string(key));
  return found == places_.end() ? nullptr : &settings_[found->second];
}

}  // namespace scenarios
