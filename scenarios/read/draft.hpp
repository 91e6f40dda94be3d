#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "scenarios/read/fault.hpp"
#include "scenarios/read/key_table.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// A value somebody gave, and where.
struct Given {
  Value value;
  Origin origin;
};

/// Where the values of a scenario came from: its file, the lines of its sections, and the origin of
/// each key that was given; the others are defaults.
struct Sources {
  std::string file;
  std::map<std::string, int> section_lines;
  std::map<KeyId, Origin> given;
};

/// A scenario while it is read: the values that keys have, given or filled in, and the faults found
/// so far. A key whose value was refused counts as `refused`: checks that need it are skipped, so
/// that one mistake gives one fault.
class Draft {
 public:
  /// `file` and `section_lines` (section -> line) place the faults of keys that nobody gave.
  Draft(std::string file, std::map<std::string, int> section_lines);
  /// The draft of a scenario that has been read, before its defaults were filled in.
  Draft(const ScenarioValues& values, const Sources& sources);

  /// Gives a key a value; a later one wins.
  void give(KeyId key, Given given);
  /// The default of a key that has not been given; does nothing when it has.
  void fill(KeyId key, const Value& value);
  template <class Word>
  requires std::is_enum_v<Word>
  void fill(KeyOf<std::type_identity_t<Word>> key, Word word) {
    fill(key, Value(std::string(word_of(word))));
  }
  /// Notes a fault of a value that was given at `origin`, and that `path`, where it is a key of
  /// ours, has none.
  void refuse(std::string_view path, const Origin& origin, std::string what);
  /// Notes that `path` was refused before, and its fault told.
  void skip(std::string_view path);
  /// Notes a fault of values that do not fit together. Its place is that of the first of `keys`
  /// that was given, its key the same; none given: the section of the first.
  void fault(std::initializer_list<KeyId> keys, std::string what);

  [[nodiscard]] bool has(KeyId key) const;
  [[nodiscard]] bool is_refused(KeyId key) const;
  /// Where a key was given, or nullptr when it was not (absent, or filled in).
  [[nodiscard]] const Origin* origin_of(KeyId key) const;

  /// The value of a key whatever it holds; nothing when it has none (absent or refused).
  [[nodiscard]] std::optional<Value> find(KeyId key) const;
  /// The value of a key as its field holds it, or nothing when it has none.
  template <class Held>
  [[nodiscard]] std::optional<Held> get(KeyOf<Held> key) const {
    return has(key) ? key.in(values_) : std::nullopt;
  }
  [[nodiscard]] std::optional<std::int64_t> integer(KeyOf<std::int64_t> key) const {
    return get<std::int64_t>(key);
  }

  /// What the keys hold: a field whose key has no value holds nothing of meaning.
  [[nodiscard]] const ScenarioValues& values() const { return values_; }
  [[nodiscard]] const Sources& sources() const { return sources_; }
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }

 private:
  enum class State : std::uint8_t { absent, present, refused };

  [[nodiscard]] Origin section_of(KeyId key) const;

  ScenarioValues values_;
  std::array<State, key_table.size()> states_{};
  Sources sources_;
  std::vector<Fault> faults_;
};

}  // namespace scenarios
