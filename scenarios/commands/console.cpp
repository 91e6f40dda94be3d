#include "scenarios/commands/console.hpp"

#include <cstdio>
#include <string>

#include <spdlog/sinks/stdout_sinks.h>

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

}  // namespace scenarios
