#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace test {

/// The keys of a scenario that is being written, by their dotted path.
class ScenarioKeys {
 public:
  void set(const std::string& path, const std::string& value) { keys_.emplace_back(path, value); }
  void set(const std::string& path, const char* value) { set(path, std::string(value)); }
  void set(const std::string& path, bool value) { set(path, value ? "true" : "false"); }
  void set(const std::string& path, std::int64_t value) { set(path, std::to_string(value)); }
  /// As text that YAML reads: "[1, 2]".
  void set(const std::string& path, const std::vector<std::int64_t>& values);

  /// As YAML: the keys without a section first, then a line a section.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::pair<std::string, std::string>> keys_;
};

}  // namespace test
