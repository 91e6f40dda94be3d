#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "scenarios/read/field.hpp"

namespace scenarios {

/// The numbers a key allows (each element of a list).
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false;
  bool high_open = false;

  [[nodiscard]] bool contains(double number) const;
  /// ">= 1", "in [0, 1)" ...
  [[nodiscard]] std::string text() const;
};

/// What the contract says of a key besides its path and its field.
struct KeyRule {
  std::string_view meaning{};   // one line
  std::string_view unit{};      // "bytes", "elements" ...; empty: none
  std::string_view fallback{};  // the default as one would write it; empty: none, or another key's
  Range range{};
  std::string_view announced{};  // words that a later version brings, separated by spaces
  bool required = false;
};

/// One key of a scenario file: a row of the table in key_table.hpp.
struct Key : KeyRule {
  std::string_view path;  // dotted
  Field field;
  Kind kind = Kind::text;

  /// The words this version runs, "gpipe 1f1b interleaved", and with those announced.
  [[nodiscard]] std::string supported_words() const;
  [[nodiscard]] std::string known_words() const;
};

/// Every key but the sections `check` and `sweep`, which have readers of their own.
std::span<const Key> all_keys();

/// The key of a dotted path, or nullptr.
const Key* find_key(std::string_view path);

/// Whether some key lies inside `path` ("zero", "hardware.bandwidth_bytes_per_second").
bool is_section(std::string_view path);

/// The known key, `check` and `sweep` included, that looks most like `path`.
std::string_view nearest_key(std::string_view path);

/// Whether `word` is one of the words in `list`, which are separated by spaces.
bool contains_word(std::string_view list, std::string_view word);

}  // namespace scenarios
