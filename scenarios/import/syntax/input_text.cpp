#include "scenarios/import/syntax/input_text.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "scenarios/read/fault.hpp"
#include "scenarios/read/text_file.hpp"

namespace scenarios {

namespace {

// Bytes of the character that `text` begins with, or 0 where none is well formed (RFC 3629).
std::size_t character_length(std::string_view text) {
  const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first < 0xE0   ? 2
                             : (first & 0xF0U) == 0xE0       ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t at = 1; at < length; ++at) {
    if ((byte(at) & 0xC0U) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_surrogate = first == 0xED && second >= 0xA0;
  const bool is_past_the_last = first == 0xF4 && second >= 0x90;
  return is_overlong || is_surrogate || is_past_the_last ? 0 : length;
}

void require_utf8(const std::string& file, std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = character_length(text.substr(at));
    if (length == 0) {
      const auto line = std::ranges::count(text.substr(0, at), '\n') + 1;
      throw BadInput(
          fmt::format("{}:{}", file, line), "",
          fmt::format("the byte 0x{:02X} is not UTF-8", static_cast<unsigned char>(text[at])));
    }
    at += length;
  }
}

}  // namespace

std::string read_input_text(const std::filesystem::path& path) {
  std::string text = read_text_file(path);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  require_utf8(path.string(), text);
  return text;
}

}  // namespace scenarios
