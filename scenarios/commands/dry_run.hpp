#pragma once

#include "parallel/plan.hpp"
#include "ranks/session.hpp"
#include "scenarios/commands/options.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/judge/run_result.hpp"

namespace scenarios {

/// Meshes of up to this many ranks are reported rank by rank, larger ones class by class.
inline constexpr int listed_ranks = 16;

/// What every rank of the plan measures in a shape-only run: one rank of each class of equal ranks
/// is walked, in this process and without MPI.
RunResult dry_result(const parallel::Plan& plan);

/// `dry`: dry_result of every scenario, judged and reported. Returns the exit status. Throws
/// BadInput.
int run_dry(const Options& options);

/// The same with the classes dealt out over the ranks of a session, of which rank 0 reports.
/// Collective; returns the exit status on every rank.
int run_dry_together(ranks::Session& session, const Options& options,
                     const std::vector<Task>& tasks);

}  // namespace scenarios
