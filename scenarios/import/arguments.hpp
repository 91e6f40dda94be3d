#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "scenarios/import/setting_values.hpp"

namespace scenarios {

/// The settings of one file, with short forms for reading them; a flag that stands alone is true.
class Arguments {
 public:
  Arguments(Imported& into, Settings& from) : imported(into), settings(from) {}

  bool flag(std::string_view key) { return boolean_of(imported, settings, key).value_or(false); }
  std::string word(std::string_view key, std::string_view fallback) {
    return text_of(imported, settings, key).value_or(std::string(fallback));
  }
  void give(std::string_view path, Value value, std::string_view key) {
    imported.give(path, std::move(value), settings, key);
  }
  void approximate(std::string_view key, std::string what) {
    imported.approximate(settings, key, std::move(what));
  }

 protected:
  Imported& imported;
  Settings& settings;
};

}  // namespace scenarios
