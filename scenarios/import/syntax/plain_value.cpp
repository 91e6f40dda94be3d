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

// Python and YAML 1.1 let digits stand in groups: 9_765_625.
std::string without_groups(const std::string& word) {
  const auto is_digit = [&word](std::size_t at) {
    return at < word.size() && word[at] >= '0' && word[at] <= '9';
  };
  std::string digits;
  for (std::size_t at = 0; at < word.size(); ++at) {
    const bool is_between = word[at] == '_' && at > 0 && is_digit(at - 1) && is_digit(at + 1);
    if (!is_between) digits += word[at];
  }
  return digits;
}

}  // namespace

nlohmann::json plain_value(const std::string& word) {
  if (word == "true" || word == "True" || word == "TRUE") return true;
  if (word == "false" || word == "False" || word == "FALSE") return false;
  if (word.empty() || word == "null" || word == "~" || word == "None") return nullptr;
  const std::string number = without_groups(word);
  std::int64_t integer = 0;
  if (is_whole(number, integer)) return integer;
  double real = 0;
  if (!is_infinite_word(number) && is_whole(number, real)) return real;
  return word;
}

}  // namespace scenarios
