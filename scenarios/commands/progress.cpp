#include "scenarios/commands/progress.hpp"

#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "scenarios/commands/console.hpp"
#include "scenarios/commands/marked_lines.hpp"

namespace scenarios {

namespace {

// Names of a sweep differ most at their ends. A line that wrapped could not be taken away any more.
std::string shortened(std::string_view text, std::size_t width) {
  constexpr std::string_view gap = "...";
  constexpr std::size_t head = 20;  // "[10000/10000] check"
  if (text.size() <= width) return std::string(text);
  if (width < head + gap.size()) return std::string(text.substr(0, width));
  const std::size_t tail = width - head - gap.size();
  return fmt::format("{}{}{}", text.substr(0, head), gap, text.substr(text.size() - tail));
}

}  // namespace

Progress::Progress(bool is_sweep, bool is_launched)
    : how_(!is_sweep                      ? How::not_at_all
           : is_launched                  ? How::marked
           : ::isatty(STDERR_FILENO) == 1 ? How::drawn
                                          : How::not_at_all) {}

void Progress::show(std::size_t number, std::size_t total, std::string_view name) const {
  const std::string text = fmt::format("[{}/{}] {}", number, total, name);
  if (how_ == How::drawn) draw_progress(text);
  if (how_ == How::marked) say(marked_line(Mark::progress, text));
}

void Progress::clear() const {
  if (how_ == How::drawn) clear_progress();
  if (how_ == How::marked) say(marked_line(Mark::progress, ""));
}

void draw_progress(std::string_view text) {
  const std::string line = "\r\033[K" + shortened(text, terminal_width(STDERR_FILENO) - 1);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void clear_progress() {
  draw_progress("");
}

}  // namespace scenarios
