#include "scenarios/commands/dry_run.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "parallel/dry.hpp"
#include "scenarios/commands/console.hpp"
#include "scenarios/commands/interruption.hpp"
#include "scenarios/commands/progress.hpp"
#include "scenarios/commands/reporting.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/report/measurement_json.hpp"

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

/// Measurements as one text, a line each.
std::string text_of(const std::vector<parallel::Measurement>& classes) {
  std::string text;
  for (const parallel::Measurement& each : classes) text += to_json(each) + '\n';
  return text;
}

void read_lines(const std::string& text, std::vector<parallel::Measurement>& classes) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    classes.push_back(measurement_from_json(line));
  }
}

/// Walks scenario after scenario and reports each as it comes; tells how far it has got, and how
/// long it took.
class Survey {
 public:
  Survey(const Options& options, const std::vector<Task>& tasks)
      : tasks_(tasks),
        log_(make_log(options)),
        progress_(tasks.size() > 1 && !options.quiet, false),
        reporting_(options, tasks) {}

  /// `walk` gives the classes of ranks of a plan. Returns the exit status.
  template <class Walk>
  int run(Walk walk) {
    const auto start = Clock::now();
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      const Scenario& scenario = tasks_[i].scenario;
      progress_.show(i + 1, tasks_.size(), scenario.name);
      const auto walk_start = Clock::now();
      RunResult result = result_of(scenario.plan, walk(scenario.plan));
      progress_.clear();
      tell(scenario, seconds_since(walk_start));
      reporting_.add(tasks_[i], std::move(result));
      Interruption::check();
    }
    if (tasks_.size() > 1) tell_rate(seconds_since(start));
    return reporting_.finish();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  void tell(const Scenario& scenario, double seconds) {
    const auto level = tasks_.size() > 1 ? spdlog::level::debug : spdlog::level::info;
    log_->log(level, "{}: walked {} of {} ranks in {:.3f} s", scenario.name,
              parallel::rank_classes(scenario.plan).size(), scenario.ranks(), seconds);
  }
  void tell_rate(double seconds) {
    log_->info("walked {} scenarios in {:.1f} s, {:.1f} a second", tasks_.size(), seconds,
               static_cast<double>(tasks_.size()) / seconds);
  }

  const std::vector<Task>& tasks_;
  std::shared_ptr<spdlog::logger> log_;
  Progress progress_;
  Interruption interruption_;
  Reporting reporting_;
};

}  // namespace

RunResult dry_result(const parallel::Plan& plan) {
  return result_of(plan, walk(plan, 0, 1));
}

int run_dry(const Options& options) {
  const std::vector<Task> tasks = prepare(options);
  return Survey(options, tasks).run([](const parallel::Plan& plan) { return walk(plan, 0, 1); });
}

int run_dry_together(ranks::Session& session, const Options& options,
                     const std::vector<Task>& tasks) {
  const auto part = static_cast<std::size_t>(session.rank());
  const auto parts = static_cast<std::size_t>(session.size());
  const auto walk_together = [&](const parallel::Plan& plan) {
    std::vector<parallel::Measurement> classes;
    for (const std::string& text : session.gather_texts(text_of(walk(plan, part, parts)))) {
      read_lines(text, classes);
    }
    return classes;
  };
  if (session.rank() != 0) {
    for (const Task& task : tasks) walk_together(task.scenario.plan);
    return std::stoi(session.share_text(""));
  }
  const int status = Survey(options, tasks).run(walk_together);
  return std::stoi(session.share_text(std::to_string(status)));
}

}  // namespace scenarios
