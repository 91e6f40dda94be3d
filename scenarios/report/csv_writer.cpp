#include "scenarios/report/csv_writer.hpp"

#include "scenarios/report/json_writer.hpp"

namespace scenarios {

void CsvWriter::text(std::string_view field) {
  if (!is_first_) stream_ << ',';
  is_first_ = false;
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    stream_ << field;
    return;
  }
  stream_ << '"';
  for (const char c : field) {
    if (c == '"') stream_ << '"';
    stream_ << c;
  }
  stream_ << '"';
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
