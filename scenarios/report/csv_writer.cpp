#include "scenarios/report/csv_writer.hpp"

#include "scenarios/report/json_writer.hpp"

namespace scenarios {

namespace {

// What would end a field, or need quotation marks.
char without_structure(char c) {
  switch (c) {
    case ',':
      return ';';
    case '"':
      return '\'';
    case '\r':
    case '\n':
      return ' ';
    default:
      return c;
  }
}

}  // namespace

void CsvWriter::text(std::string_view field) {
  if (!is_first_) stream_ << ',';
  is_first_ = false;
  for (const char c : field) stream_ << without_structure(c);
}

void CsvWriter::integer(Int128 value) {
  text(digits(value));
}

void CsvWriter::number(std::optional<double> value) {
  text(value ? spelt(*value) : "");
}

void CsvWriter::end_row() {
  stream_ << "\r\n";
  is_first_ = true;
}

}  // namespace scenarios
