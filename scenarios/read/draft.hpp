#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/read/fault.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// A value somebody gave, and where.
struct Given {
  Value value;
  Origin origin;
};

/// A scenario while it is read: values by dotted path, given or filled in, and the faults found so
/// far. A key whose value was refused counts as `refused`: checks that need it are skipped, so that
/// one mistake gives one fault.
class Draft {
 public:
  /// `file` and `section_lines` (section -> line) place the faults of keys that nobody gave.
  Draft(std::string file, std::map<std::string, int> section_lines);

  /// Gives `path` a value; a later one wins.
  void give(const std::string& path, Given given);
  /// The default of a key that has not been given; does nothing when it has.
  void fill(std::string_view path, Value value);
  /// Notes a fault of a value that was given at `origin`, and that `path` has none.
  void refuse(const std::string& path, Origin origin, std::string what);
  /// Notes that `path` was refused before, and its fault told.
  void skip(const std::string& path, Origin origin);
  /// Notes a fault of values that do not fit together. Its place is that of the first of `paths`
  /// that was given, its key the same; none given: the section of the first.
  void fault(std::initializer_list<std::string_view> paths, std::string what);

  [[nodiscard]] bool has(std::string_view path) const;
  [[nodiscard]] bool is_refused(std::string_view path) const;
  /// Where a key was given, or nullptr when it was not (absent, or filled in).
  [[nodiscard]] const Origin* origin_of(std::string_view path) const;

  /// The value of a key whatever it holds, or nullptr.
  [[nodiscard]] const Value* find(std::string_view path) const;
  /// The value of a key as `Held`, or nothing when it has none (absent or refused).
  template <class Held>
  [[nodiscard]] std::optional<Held> get(std::string_view path) const {
    const auto found = entries_.find(path);
    if (found == entries_.end()) return std::nullopt;
    return std::get<Held>(found->second.value);
  }
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view path) const {
    return get<std::int64_t>(path);
  }

  [[nodiscard]] std::map<std::string, Value> values() const;
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }

 private:
  struct Entry {
    Value value;
    std::optional<Origin> origin;  // none: a default
  };

  [[nodiscard]] Origin section_of(std::string_view path) const;

  std::string file_;
  std::map<std::string, int> section_lines_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::map<std::string, Origin, std::less<>> refused_;
  std::vector<Fault> faults_;
};

}  // namespace scenarios
