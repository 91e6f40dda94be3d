#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "scenarios/read/fault.hpp"

namespace scenarios {

/// A model's config.json with the places of its keys, for messages. Keys of an object inside are
/// written "rope_parameters.rope_theta".
class ConfigFile {
 public:
  /// Throws BadInput when the file cannot be read or is no JSON object.
  explicit ConfigFile(const std::filesystem::path& path);

  /// Whether the key is there with a value; JSON's null means "not stated", as in Hugging Face's
  /// own reader.
  [[nodiscard]] bool states(std::string_view key) const;
  /// Whether the key is there, if only as null.
  [[nodiscard]] bool mentions(std::string_view key) const { return find(key) != nullptr; }
  /// The value of a key that is stated.
  [[nodiscard]] const nlohmann::json& at(std::string_view key) const;
  /// The line of a key; of one that is not there, the first.
  [[nodiscard]] Origin place_of(std::string_view key) const;

 private:
  [[nodiscard]] const nlohmann::json* find(std::string_view key) const;
  [[nodiscard]] Origin place(std::size_t offset) const;

  std::string file_;
  std::string text_;
  nlohmann::json json_;
};

}  // namespace scenarios
