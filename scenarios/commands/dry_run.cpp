#include "scenarios/commands/dry_run.hpp"

#include <chrono>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "parallel/dry.hpp"
#include "scenarios/commands/console.hpp"
#include "scenarios/commands/progress.hpp"
#include "scenarios/commands/reporting.hpp"
#include "scenarios/commands/work.hpp"

namespace scenarios {

namespace {

/// Each rank of a class by itself.
void list_ranks(const parallel::Measurement& of_class, const ranks::MeshShape& mesh,
                std::vector<parallel::Measurement>& ranks) {
  for (std::int64_t i = 0; i < of_class.count; ++i) {
    parallel::Measurement& own = ranks.emplace_back(of_class);
    own.rank += static_cast<int>(i);
    own.at = ranks::coordinates_of(own.rank, mesh);
    own.count = 1;
  }
}

}  // namespace

RunResult dry_result(const parallel::Plan& plan) {
  RunResult result;
  result.is_dry = true;
  result.parameters = parallel::model_size(plan);
  for (const int first_rank : parallel::rank_classes(plan)) {
    parallel::Measurement of_class = parallel::walk_class(plan, first_rank);
    if (plan.mesh.size() <= listed_ranks) {
      list_ranks(of_class, plan.mesh, result.ranks);
    } else {
      result.ranks.push_back(std::move(of_class));
    }
  }
  return result;
}

int run_dry(const Options& options) {
  const std::vector<Task> tasks = prepare(options);
  const auto log = make_log(options);
  Progress progress(tasks.size() > 1 && !options.quiet, false);
  std::vector<RunResult> results;
  for (const Task& task : tasks) {
    progress.show(results.size() + 1, tasks.size(), task.scenario.name);
    const auto start = std::chrono::steady_clock::now();
    results.push_back(dry_result(task.scenario.plan));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    const auto level = tasks.size() > 1 ? spdlog::level::debug : spdlog::level::info;
    log->log(level, "{}: walked {} of {} ranks in {:.3f} s", task.scenario.name,
             parallel::rank_classes(task.scenario.plan).size(), task.scenario.ranks(),
             taken.count());
  }
  progress.clear();
  return report_results(tasks, std::move(results), options);
}

}  // namespace scenarios
