#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/text/int128.hpp"

namespace scenarios {

/// Writes one JSON document to a stream, two spaces a level. It stands beside nlohmann-json because
/// that holds no integer beyond 64 bits, which a sum over many ranks may need.
class JsonWriter {
 public:
  /// The stream must outlive it.
  explicit JsonWriter(std::ostream& stream) : stream_(stream) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  /// The name of the next value; inside an object every value has one.
  void key(std::string_view name);

  void null() { scalar("null"); }
  void boolean(bool value) { scalar(value ? "true" : "false"); }
  void text(std::string_view value);
  void integer(Int128 value);
  /// Whole numbers as integers (all digits of the double), others in the fewest digits that read
  /// back the same. Throws sim::Error when it is not finite: JSON has no such number.
  void number(double value);
  /// As JSON spells a real ("3.0"), whole or not; not finite: null.
  void real(double value);

 private:
  void begin(char bracket);
  void end(char bracket);
  void scalar(std::string_view spelt);
  void place();
  void new_line();

  std::ostream& stream_;
  std::vector<bool> has_values_;  // of every bracket that is open
  bool after_key_ = false;
};

/// A number as `JsonWriter::number` spells it.
std::string spelt(double value);

}  // namespace scenarios
