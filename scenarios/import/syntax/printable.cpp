#include "scenarios/import/syntax/printable.hpp"

#include <fmt/format.h>

namespace scenarios {

namespace {

std::string escaped(unsigned char c) {
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  return fmt::format("\\x{:02x}", c);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    const auto next = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : 0);
    const bool is_c1 = c == 0xC2 && next >= 0x80 && next < 0xA0;  // U+0080 to U+009F
    if (is_c1) {
      result += fmt::format("\\u00{:02x}", next);
      ++at;
    } else if (c < ' ' || c == 0x7F) {
      result += escaped(c);
    } else {
      result += text[at];
    }
  }
  return result;
}

}  // namespace scenarios
