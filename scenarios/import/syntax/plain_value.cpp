#include "scenarios/import/syntax/plain_value.hpp"

#include <charconv>
#include <cstdint>
#include <system_error>

namespace scenarios {

namespace {

template <class Number>
bool is_whole(const std::string& word, Number& number) {
  const char* begin = word.data() + (word.starts_with('+') ? 1 : 0);
  const char* end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(begin, end, number);
  return error == std::errc{} && rest == end && begin != end;
}

// from_chars would read these as numbers.
bool is_infinite_word(const std::string& word) {
  return word.find_first_of("nN") != std::string::npos;
}

}  // namespace

nlohmann::json plain_value(const std::string& word) {
  if (word == "true" || word == "True" || word == "TRUE") return true;
  if (word == "false" || word == "False" || word == "FALSE") return false;
  if (word.empty() || word == "null" || word == "~" || word == "None") return nullptr;
  std::int64_t integer = 0;
  if (is_whole(word, integer)) return integer;
  double real = 0;
  if (!is_infinite_word(word) && is_whole(word, real)) return real;
  return word;
}

}  // namespace scenarios
