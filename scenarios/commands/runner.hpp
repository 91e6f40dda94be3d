#pragma once

#include <vector>

#include <spdlog/spdlog.h>

#include "ranks/session.hpp"
#include "scenarios/commands/options.hpp"
#include "scenarios/commands/work.hpp"

namespace scenarios {

/// Runs the tasks one after another on the first ranks of the session, judges them, and on rank 0
/// prints what came out and writes the files that the options name. Collective over all ranks;
/// returns on all of them 0 when every verdict is as expected, 1 when one is not, 2 when a formula
/// could not be judged.
int run_tasks(ranks::Session& session, const Options& options, const std::vector<Task>& tasks,
              spdlog::logger& log);

}  // namespace scenarios
