#pragma once

#include <memory>

#include <spdlog/spdlog.h>

#include "scenarios/commands/options.hpp"

namespace scenarios {

/// The log of this process, on standard error: standard output is for results.
std::shared_ptr<spdlog::logger> make_log(const Options& options);

}  // namespace scenarios
