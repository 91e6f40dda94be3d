#pragma once

#include <optional>
#include <ostream>
#include <string_view>

#include "scenarios/judge/measured.hpp"

namespace scenarios {

/// Writes rows of fields to a stream, as RFC 4180. No field needs quotation marks, so that `cut`
/// and `sort` can read it too: in texts a comma becomes a semicolon, a quotation mark an
/// apostrophe, the end of a line a blank.
class CsvWriter {
 public:
  /// The stream must outlive it.
  explicit CsvWriter(std::ostream& stream) : stream_(stream) {}

  void text(std::string_view field);
  void integer(Int128 value);
  /// As JSON spells it; empty without a value.
  void number(std::optional<double> value);
  void boolean(bool value) { text(value ? "true" : "false"); }
  void empty() { text(""); }
  void end_row();

 private:
  std::ostream& stream_;
  bool is_first_ = true;
};

}  // namespace scenarios
