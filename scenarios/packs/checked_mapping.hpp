#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <yaml-cpp/yaml.h>

#include "scenarios/read/fault.hpp"

namespace scenarios {

/// What a pack's reader found wrong so far, and where it reads.
struct PackFaults {
  std::string file;
  std::vector<Fault> found;

  [[nodiscard]] Origin origin(const YAML::Node& node) const;
  void add(const Origin& where, const std::string& key, const std::string& what);
  /// Calls `body`; the message of a BadInput that it throws becomes a fault.
  void collect(const std::function<void()>& body);
};

/// A YAML mapping with the keys that it may have. The constructor reports unknown keys (with the
/// nearest known one), repeated ones and what is no mapping; the getters report what is missing.
class CheckedMapping {
 public:
  CheckedMapping(const YAML::Node& node, std::span<const std::string_view> known,
                 PackFaults& faults);

  [[nodiscard]] Origin where() const { return where_; }
  /// The line of a key's value, or the mapping's where it has none.
  [[nodiscard]] Origin where(const std::string& key) const;
  /// The value of a key, if it is there.
  [[nodiscard]] std::optional<YAML::Node> find(const std::string& key) const;
  /// A text, if the key is there; reports one that is empty or no scalar.
  [[nodiscard]] std::optional<std::string> text(const std::string& key) const;
  /// The same; reports a missing key and gives an empty text.
  [[nodiscard]] std::string required_text(const std::string& key) const;

 private:
  Origin where_;
  std::map<std::string, YAML::Node> values_;
  PackFaults& faults_;
};

}  // namespace scenarios
