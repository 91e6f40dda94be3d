#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// The forms that a value takes in its own tool's files; a row may allow several.
namespace form {
using Forms = unsigned;
inline constexpr Forms boolean = 1;
inline constexpr Forms integer = 2;
inline constexpr Forms number = 4;
inline constexpr Forms word = 8;
inline constexpr Forms list = 16;
inline constexpr Forms mapping = 32;  // keys below this one
inline constexpr Forms any = 63;
}  // namespace form

/// What becomes of a key that changes a shape, a byte, a FLOP or a message.
enum class Fate : std::uint8_t {
  honoured,   // read, whatever its value
  limited,    // read; its reader tells those of its values that a scenario cannot say
  missing,    // a scenario cannot say it
  uncounted,  // nor can the parameters be counted without it
  beside,     // says something only where another key of this format is stated: the row's `by`
};

/// A row of a format's table: keys with one fate.
struct KeyRow {
  std::string_view keys;  // dotted, separated by spaces
  Fate fate = Fate::honoured;
  form::Forms forms = form::any;
  std::string_view by{};         // honoured, limited: what reads it; else what is missing
  std::string_view words{};      // of form::word: those it takes, separated by spaces; empty: any
  std::string_view off{};        // of missing: values that ask for nothing, separated by spaces
  std::string_view automatic{};  // what "auto" stands for; empty: nothing takes the word there
  std::string_view example{};    // of form::mapping: one that its tool takes
  std::string_view instead{};    // of missing: the scenario key that --set decides it by
};

/// All keys of a format that are known. What stands in neither list is unknown. A section that is
/// missing is told once, and is off where it says `enabled: false`.
struct KeyTable {
  std::vector<KeyRow> rows;
  std::string irrelevant;     // with all below them, about no size, count or message
  std::string_view closed{};  // sections in which the tool itself refuses other keys
};

/// The row of a key, or nullptr.
const KeyRow* find_row(const KeyTable& table, std::string_view key);

/// Whether one of the words is the key or stands above it; "log_*" covers what begins so.
bool covers(std::string_view words, std::string_view key);

/// To be called before a format's reader: refuses values of a wrong form (the reader does not see
/// them), tells what "auto" stands for, and what is missing.
void examine(Imported& imported, Settings& settings, const KeyTable& table);

/// To be called after it: sorts the settings into used, ignored and unknown, the last with the
/// nearest known key.
void account(Imported& imported, const Settings& settings, const KeyTable& table);

/// The known key that an unknown one was likely meant to be, as " (nearest known: KEY)" or
/// " (belongs below SECTION)", or nothing: by edit distance, among the keys that take its value.
std::string suggestion(const KeyTable& table, const Setting& setting);

}  // namespace scenarios
