#include "scenarios/report/json_writer.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "sim/ensure.hpp"

namespace scenarios {

namespace {

constexpr double widest_integer = 1.0e37;  // well below 2^127

}  // namespace

std::string spelt(double value) {
  ENSURE(std::isfinite(value), value);
  const bool whole = value == std::trunc(value) && std::abs(value) < widest_integer;
  return whole ? digits(static_cast<Int128>(value)) : nlohmann::json(value).dump();
}

void JsonWriter::key(std::string_view name) {
  place();
  stream_ << nlohmann::json(std::string(name)).dump() << ": ";
  after_key_ = true;
}

void JsonWriter::text(std::string_view value) {
  // Bytes that are no UTF-8 become U+FFFD rather than an exception at the end of a run.
  scalar(nlohmann::json(std::string(value))
             .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void JsonWriter::integer(Int128 value) {
  scalar(digits(value));
}

void JsonWriter::number(double value) {
  scalar(spelt(value));
}

void JsonWriter::real(double value) {
  scalar(nlohmann::json(value).dump());
}

void JsonWriter::scalar(std::string_view spelt_value) {
  place();
  stream_ << spelt_value;
}

void JsonWriter::begin(char bracket) {
  place();
  stream_ << bracket;
  has_values_.push_back(false);
}

void JsonWriter::end(char bracket) {
  const bool had_values = has_values_.back();
  has_values_.pop_back();
  if (had_values) new_line();
  stream_ << bracket;
}

// Before a value: a comma and a new line, unless its key has just placed it.
void JsonWriter::place() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_values_.empty()) return;
  if (has_values_.back()) stream_ << ',';
  has_values_.back() = true;
  new_line();
}

void JsonWriter::new_line() {
  stream_ << '\n';
  for (std::size_t i = 0; i < has_values_.size(); ++i) stream_ << "  ";
}

}  // namespace scenarios
