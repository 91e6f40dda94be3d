#pragma once

#include <optional>
#include <ostream>
#include <string_view>

#include "scenarios/judge/measured.hpp"

namespace scenarios {

/// Writes rows of fields to a stream, as RFC 4180.
class CsvWriter {
 public:
  /// The stream must outlive it.
  explicit CsvWriter(std::ostream& stream) : stream_(stream) {}

  /// In quotation marks where it would else be read as structure.
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
