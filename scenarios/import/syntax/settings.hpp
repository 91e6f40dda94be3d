#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <nlohmann/json.hpp>

#include "scenarios/read/fault.hpp"

namespace scenarios {

/// One key of a configuration file. What stands below other keys is "zero_optimization.stage"; a
/// list is one value.
struct Setting {
  std::string key;
  nlohmann::json value;
  Origin origin;
  bool used = false;
  std::string meaning{};  // what became of it, as "model.num_layers 36"; may be empty
  bool is_open = false;   // the value is a shell's text that only the shell could work out
};

/// A configuration file of any format as a flat list of settings, in the order of the file. It
/// remembers what was read, so that what was not can be told.
class Settings {
 public:
  explicit Settings(std::string file) : file_(std::move(file)) {}

  /// Adds a setting, its key made printable. The same key with another value is a fault, kept until
  /// faults(); with the same value it changes nothing.
  void add(Setting setting);
  /// Keeps something to be told of the file as a whole.
  void note(std::string what) { notes_.push_back(std::move(what)); }
  /// Takes over the settings of a later file: where both give a key (of the first level, with all
  /// that stands below it) the later one counts. Returns what was replaced, as remarks.
  std::vector<std::string> merge(Settings later);

  /// Whether the key, or one below it, is there with a value; null means "not stated".
  [[nodiscard]] bool states(std::string_view key) const;
  /// Whether the key is there, if only as null.
  [[nodiscard]] bool mentions(std::string_view key) const { return find(key) != nullptr; }
  /// Whether the key is there as the word "auto".
  [[nodiscard]] bool is_auto(std::string_view key) const;
  /// Whether the key's value is a shell's expression, which a reader is to ask for.
  [[nodiscard]] bool is_open(std::string_view key) const;
  /// The value of a key that is there; it counts as used from now on.
  const nlohmann::json& at(std::string_view key);
  /// The value of a key, or null where it is not there; it counts as used.
  nlohmann::json value_or_null(std::string_view key);
  /// Notes what became of a key, and that it and all below it were used.
  void use(std::string_view key, std::string_view meaning = "");
  /// Takes a key's value away, which was refused: it counts as used, and as not stated.
  void refuse(std::string_view key);
  /// The line of a key, or of the first one below it; of one that is not there, the first line.
  [[nodiscard]] Origin place_of(std::string_view key) const;

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::vector<Setting>& all() const { return settings_; }
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  [[nodiscard]] const Setting* find(std::string_view key) const;

  std::string file_;
  std::vector<Setting> settings_;
  std::unordered_map<std::string, std::size_t> places_;  // of keys, in settings_
  std::vector<Fault> faults_;
  std::vector<std::string> notes_;
};

/// Whether `key` is `prefix` or stands below it.
bool is_at_or_below(std::string_view key, std::string_view prefix);

}  // namespace scenarios
