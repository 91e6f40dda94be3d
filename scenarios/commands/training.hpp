#pragma once

#include <filesystem>
#include <optional>

#include "ranks/session.hpp"
#include "scenarios/judge/run_result.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// Trains the scenario for real on the first ranks of the session and gathers what all of them
/// measured. The result is on rank 0 of the session, nothing elsewhere. Collective over all ranks.
/// `dump`: the folder for gradients and weights; empty: not wanted.
std::optional<RunResult> train_on_ranks(ranks::Session& session, const Scenario& scenario,
                                        const std::filesystem::path& dump);

}  // namespace scenarios
