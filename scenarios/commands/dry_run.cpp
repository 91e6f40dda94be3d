#include "scenarios/commands/dry_run.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "parallel/dry.hpp"
#include "scenarios/commands/console.hpp"
#include "scenarios/commands/first_told.hpp"
#include "scenarios/commands/gathering.hpp"
#include "scenarios/commands/interruption.hpp"
#include "scenarios/commands/patience.hpp"
#include "scenarios/commands/progress.hpp"
#include "scenarios/commands/reporting.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/judge/size_faults.hpp"

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

/// Every `parts`-th class of ranks, from the `part`-th on.
std::vector<parallel::Measurement> walk(const parallel::Plan& plan, std::size_t part,
                                        std::size_t parts) {
  const std::vector<int> first_ranks = parallel::rank_classes(plan);
  std::vector<parallel::Measurement> classes;
  for (std::size_t i = part; i < first_ranks.size(); i += parts) {
    classes.push_back(parallel::walk_class(plan, first_ranks[i]));
  }
  return classes;
}

RunResult result_of(const parallel::Plan& plan, std::vector<parallel::Measurement> classes) {
  RunResult result;
  result.is_dry = true;
  result.parameters = parallel::model_size(plan);
  std::ranges::sort(classes, {}, &parallel::Measurement::rank);
  if (plan.mesh.size() > listed_ranks) {
    result.ranks = std::move(classes);
    return result;
  }
  for (const parallel::Measurement& each : classes) list_ranks(each, plan.mesh, result.ranks);
  return result;
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Walks scenario after scenario and reports each as it comes; tells how far it has got, and how
/// long it took.
class Survey {
 public:
  /// `start`: when the reading of the scenarios began.
  Survey(const Options& options, const std::vector<Task>& tasks, Clock::time_point start)
      : tasks_(tasks),
        start_(start),
        log_(make_log(options)),
        progress_(tasks.size() > 1 && !options.quiet, false),
        patience_(options.quiet),
        reporting_(options, tasks) {}

  /// `walk` gives the classes of ranks of a plan. Returns the exit status.
  template <class Walk>
  int run(Walk walk) {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      const Scenario& scenario = tasks_[i].scenario;
      progress_.show(i + 1, tasks_.size(), scenario.name);
      patience_.at(fmt::format("walking {}", scenario.name));
      const auto walk_start = Clock::now();
      try {
        RunResult result = refusing_overflow(
            scenario, [&] { return result_of(scenario.plan, walk(scenario.plan)); });
        progress_.clear();
        tell(scenario, seconds_since(walk_start));
        reporting_.add(tasks_[i], std::move(result));
      } catch (const BadInput& error) {
        reporting_.refuse(error.faults());
      }
      Interruption::check();
      tell_how_far(i + 1);
    }
    return reporting_.finish();
  }

 private:
  void tell(const Scenario& scenario, double seconds) {
    const auto level = tasks_.size() > 1 ? spdlog::level::debug : spdlog::level::info;
    log_->log(level, "{}: walked {} of {} ranks in {:.3f} s", scenario.name,
              parallel::rank_classes(scenario.plan).size(), scenario.ranks(), seconds);
  }
  // At the end, and now and then for those who see no terminal. Reading the scenarios counts too.
  void tell_how_far(std::size_t walked) {
    constexpr double now_and_then = 30;
    const bool is_end = walked == tasks_.size();
    if (tasks_.size() == 1 || (!is_end && seconds_since(told_) < now_and_then)) return;
    told_ = Clock::now();
    const double seconds = seconds_since(start_);
    log_->info("{} of {} scenarios in {:.1f} s, {:.1f} a second", walked, tasks_.size(), seconds,
               static_cast<double>(walked) / seconds);
  }

  const std::vector<Task>& tasks_;
  Clock::time_point start_;
  Clock::time_point told_ = Clock::now();
  std::shared_ptr<spdlog::logger> log_;
  Progress progress_;
  Patience patience_;
  Interruption interruption_;
  Reporting reporting_;
};

}  // namespace

RunResult dry_result(const parallel::Plan& plan) {
  return result_of(plan, walk(plan, 0, 1));
}

int run_dry(const Options& options) {
  const auto start = Clock::now();
  const std::vector<Task> tasks = prepare(options);
  return Survey(options, tasks, start).run([](const parallel::Plan& plan) {
    return walk(plan, 0, 1);
  });
}

int run_dry_together(ranks::Session& session, const Options& options,
                     const std::vector<Task>& tasks) {
  const auto part = static_cast<std::size_t>(session.rank());
  const auto parts = static_cast<std::size_t>(session.size());
  // What one rank cannot count none reports, so that all go on together.
  const auto walk_together = [&](const parallel::Plan& plan) {
    std::vector<parallel::Measurement> own;
    std::string overflow;
    try {
      own = walk(plan, part, parts);
    } catch (const sim::Overflow& error) {
      overflow = error.what();
    }
    overflow = first_told(session, overflow);
    if (!overflow.empty()) throw sim::Overflow(overflow);
    return gather_measurements(session, own);
  };
  std::int64_t status = 0;
  if (session.rank() == 0) {
    status = Survey(options, tasks, Clock::now()).run(walk_together);
  } else {
    for (const Task& task : tasks) {
      try {
        walk_together(task.scenario.plan);
      } catch (const sim::Overflow&) {  // rank 0 tells it
        continue;
      }
    }
  }
  return static_cast<int>(session.share_words({&status, 1}).front());
}

}  // namespace scenarios
