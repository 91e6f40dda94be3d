#pragma once

#include <memory>
#include <string_view>

#include <spdlog/spdlog.h>

#include "scenarios/commands/options.hpp"

namespace scenarios {

/// The log of this process, on standard error: standard output is for results.
std::shared_ptr<spdlog::logger> make_log(const Options& options);

/// `line` and a line break on standard error in one write. Where nobody can be told (it is closed,
/// or full) the run goes on and its status stays what it is.
void say(std::string_view line);

}  // namespace scenarios
