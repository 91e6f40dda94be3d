#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace scenarios {

/// What a key's value is: one word of a list, free text, a number, a list of numbers.
enum class Kind : std::uint8_t { boolean, integer, real, word, text, integers, reals };

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

/// One key of a scenario file: a row of the table in key_table.cpp.
struct Key {
  std::string_view path;  // dotted
  Kind kind = Kind::text;
  std::string_view
      fallback{};  // the default as one would write it; empty: none, or from other keys
  Range range{};
  std::string_view words{};      // of Kind::word: what the contract allows, separated by spaces
  std::string_view supported{};  // values this version runs, separated by spaces; empty: all
  bool required = false;
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
