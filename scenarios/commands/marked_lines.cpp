#include "scenarios/commands/marked_lines.hpp"

#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace scenarios {

namespace {

// Each begins with a record separator, which no name and so no log line holds.
constexpr std::array<std::string_view, 2> words = {"\x1eprogress ", "\x1estatus "};

}  // namespace

std::string marked_line(Mark mark, std::string_view text) {
  return fmt::format("{}{}", words.at(static_cast<std::size_t>(mark)), text);
}

std::optional<MarkedLine> read_marked_line(std::string_view line) {
  for (const Mark mark : {Mark::progress, Mark::status}) {
    const std::string_view word = words.at(static_cast<std::size_t>(mark));
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos) continue;
    return MarkedLine{mark, std::string(line.substr(at + word.size())),
                      std::string(line.substr(0, at))};
  }
  return std::nullopt;
}

}  // namespace scenarios
