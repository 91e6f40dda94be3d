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

/// Tells, where several scenarios are walked, how far it has got and, of each, how long it took.
class Walks {
 public:
  Walks(const std::vector<Task>& tasks, const Options& options)
      : tasks_(tasks),
        log_(make_log(options)),
        progress_(tasks.size() > 1 && !options.quiet, false) {}

  template <class Walk>
  RunResult time(const Task& task, Walk walk) {
    progress_.show(++walked_, tasks_.size(), task.scenario.name);
    const auto start = std::chrono::steady_clock::now();
    RunResult result = walk();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    const auto level = tasks_.size() > 1 ? spdlog::level::debug : spdlog::level::info;
    log_->log(level, "{}: walked {} of {} ranks in {:.3f} s", task.scenario.name,
              parallel::rank_classes(task.scenario.plan).size(), task.scenario.ranks(),
              taken.count());
    return result;
  }
  void finish() { progress_.clear(); }

 private:
  const std::vector<Task>& tasks_;
  std::shared_ptr<spdlog::logger> log_;
  Progress progress_;
  std::size_t walked_ = 0;
};

}  // namespace

RunResult dry_result(const parallel::Plan& plan) {
  return result_of(plan, walk(plan, 0, 1));
}

int run_dry(const Options& options) {
  const std::vector<Task> tasks = prepare(options);
  Walks walks(tasks, options);
  std::vector<RunResult> results;
  for (const Task& task : tasks) {
    results.push_back(walks.time(task, [&task] { return dry_result(task.scenario.plan); }));
  }
  walks.finish();
  return report_results(tasks, std::move(results), options);
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
  Walks walks(tasks, options);
  std::vector<RunResult> results;
  for (const Task& task : tasks) {
    const parallel::Plan& plan = task.scenario.plan;
    results.push_back(walks.time(task, [&] { return result_of(plan, walk_together(plan)); }));
  }
  walks.finish();
  const int status = report_results(tasks, std::move(results), options);
  return std::stoi(session.share_text(std::to_string(status)));
}

}  // namespace scenarios
