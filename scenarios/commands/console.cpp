#include "scenarios/commands/console.hpp"

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

}  // namespace scenarios
