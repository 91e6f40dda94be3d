#include "scenarios/text/int128.hpp"

#include <algorithm>
#include <cstddef>

namespace scenarios {

std::string digits(Int128 value) {
  std::string text;
  Int128 rest = value;
  do {
    const int digit = static_cast<int>(rest % 10);
    text.push_back(static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    rest /= 10;
  } while (rest != 0);
  if (value < 0) text.push_back('-');
  std::ranges::reverse(text);
  return text;
}

std::string grouped(Int128 value) {
  std::string text = digits(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t place = text.size(); place > first + 3;) {
    place -= 3;
    text.insert(place, ",");
  }
  return text;
}

}  // namespace scenarios
