#include "scenarios/report/text_width.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace scenarios {

namespace {

struct CodeRange {
  char32_t first;
  char32_t last;
};

// The blocks of Unicode whose characters take two cells (East Asian Width W and F).
constexpr std::array<CodeRange, 11> wide = {{{0x1100, 0x115F},
                                             {0x2E80, 0x303E},
                                             {0x3041, 0x33FF},
                                             {0x3400, 0x4DBF},
                                             {0x4E00, 0xA4CF},
                                             {0xAC00, 0xD7A3},
                                             {0xF900, 0xFAFF},
                                             {0xFE30, 0xFE6F},
                                             {0xFF00, 0xFF60},
                                             {0x1F300, 0x1FAFF},
                                             {0x20000, 0x3FFFD}}};

// Marks that stand over the character before them.
constexpr std::array<CodeRange, 4> combining = {
    {{0x0300, 0x036F}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};

template <std::size_t Count>
bool is_in(const std::array<CodeRange, Count>& ranges, char32_t code) {
  return std::ranges::any_of(
      ranges, [code](const CodeRange& range) { return range.first <= code && code <= range.last; });
}

struct Character {
  std::size_t bytes = 1;
  std::size_t cells = 1;
};

// The character that begins at `at`; a byte that begins none stands for itself.
Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [text](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(at);
  const std::size_t bytes = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (bytes == 1 || at + bytes > text.size()) return {};
  auto code = static_cast<char32_t>(lead & (0xFF >> (bytes + 1)));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(at + i) & 0x3FU);
  }
  const std::size_t cells = is_in(combining, code) ? 0 : is_in(wide, code) ? 2 : 1;
  return {bytes, cells};
}

bool ends_a_part(char c) {
  return std::string_view(",./:;=]").find(c) != std::string_view::npos;
}

// How many bytes of `text` make the next line.
std::size_t bytes_of_line(std::string_view text, std::size_t width) {
  std::size_t at = 0;
  std::size_t used = 0;
  std::size_t after_part = 0;
  std::size_t after_blank = 0;
  while (at < text.size()) {
    const Character next = character_at(text, at);
    if (text[at] == ' ') after_blank = at + 1;
    if (used + next.cells > width && text[at] != ' ') break;
    at += next.bytes;
    used += next.cells;
    if (ends_a_part(text[at - 1])) after_part = at;
  }
  if (at == text.size() || after_blank == at) return at;
  const std::size_t best = after_blank > 0 ? after_blank : after_part > 0 ? after_part : at;
  return std::max(best, character_at(text, 0).bytes);
}

std::string_view without_blanks_at_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace

std::size_t cells_of(std::string_view text) {
  std::size_t cells = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character next = character_at(text, at);
    at += next.bytes;
    cells += next.cells;
  }
  return cells;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  do {
    const std::size_t bytes = bytes_of_line(text, width);
    lines.emplace_back(without_blanks_at_end(text.substr(0, bytes)));
    text.remove_prefix(bytes);
  } while (!text.empty());
  return lines;
}

std::string paragraph(std::string_view text, std::size_t width, std::size_t indent) {
  constexpr std::size_t least = 20;
  const std::size_t room = width > indent + least ? width - indent : least;
  std::string all;
  for (const std::string& line : wrapped(text, room)) all += std::string(indent, ' ') + line + '\n';
  return all;
}

}  // namespace scenarios
