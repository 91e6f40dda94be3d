#include "scenarios/commands/console.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <spdlog/sinks/stdout_sinks.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace scenarios {

std::shared_ptr<spdlog::logger> make_log(const Options& options) {
  auto log = std::make_shared<spdlog::logger>("shardscope",
                                              std::make_shared<spdlog::sinks::stderr_sink_mt>());
  log->set_pattern("%l: %v");
  log->set_level(options.quiet     ? spdlog::level::warn
                 : options.verbose ? spdlog::level::debug
                                   : spdlog::level::info);
  return log;
}

void say(std::string_view line) {
  const std::string text = std::string(line) + '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::size_t terminal_width(int file) {
  constexpr std::size_t usual = 80;
  winsize size{};
  if (::ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* given = std::getenv("COLUMNS");
  const std::string_view text = given == nullptr ? "" : given;
  std::size_t columns = 0;
  std::from_chars(text.data(), text.data() + text.size(), columns);
  return columns > 0 ? columns : usual;
}

TerminalStyle terminal_style(const Options& options) {
  return {.colour = options.colour && !options.prints_document(),
          .all_ranks = options.verbose,
          .width = options.width > 0 ? options.width : terminal_width(STDOUT_FILENO)};
}

}  // namespace scenarios
