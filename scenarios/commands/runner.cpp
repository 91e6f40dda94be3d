#include "scenarios/commands/runner.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "scenarios/commands/journal.hpp"
#include "scenarios/commands/output_faults.hpp"
#include "scenarios/commands/progress.hpp"
#include "scenarios/commands/reporting.hpp"
#include "scenarios/commands/training.hpp"
#include "scenarios/commands/warnings.hpp"

namespace scenarios {

namespace {

constexpr int as_expected = 0;
constexpr int not_as_expected = 1;

// One rank's way through the tasks. Rank 0 keeps the journal, the reports and the log.
class Runner {
 public:
  Runner(ranks::Session& session, const Options& options, const std::vector<Task>& tasks,
         spdlog::logger& log)
      : session_(session), options_(options), tasks_(tasks), log_(log) {
    if (collects() && is_sweep()) {
      journal_.emplace(Journal::file_of(options), Journal::Use::keep);
    }
  }

  int run() {
    for (const std::int64_t index : find_unfinished()) train(static_cast<std::size_t>(index));
    const std::int64_t status = collects() ? report() : as_expected;
    return static_cast<int>(session_.share_words({&status, 1}).front());
  }

 private:
  [[nodiscard]] bool collects() const { return session_.rank() == 0; }
  [[nodiscard]] bool is_sweep() const { return options_.command == Command::sweep; }

  [[nodiscard]] std::filesystem::path dump_of(const Scenario& scenario) const {
    return dump_folder(options_, scenario.name, tasks_.size() == 1);
  }

  // The tasks of which the journal knows no result; the same on all ranks.
  std::vector<std::int64_t> find_unfinished() {
    results_.resize(tasks_.size());
    std::vector<std::int64_t> unfinished;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      const Scenario& scenario = tasks_[i].scenario;
      if (journal_) results_[i] = journal_->find(scenario, dump_of(scenario));
      if (!results_[i]) unfinished.push_back(static_cast<std::int64_t>(i));
    }
    if (journal_) {
      for (const std::string& warning : journal_->warnings()) log_.warn(warning);
    }
    const std::size_t known = tasks_.size() - unfinished.size();
    if (known > 0) log_.info("{} of {} scenarios were finished before", known, tasks_.size());
    return session_.share_words(unfinished);
  }

  void train(std::size_t index) {
    const Scenario& scenario = tasks_[index].scenario;
    if (collects()) announce(index, scenario);
    results_[index] = train_on_ranks(session_, scenario, dump_of(scenario));
    if (journal_) journal_->add(scenario, *results_[index], dump_of(scenario));
    if (collects()) warn(scenario, *results_[index]);
  }

  void warn(const Scenario& scenario, const RunResult& run) {
    const std::string warning = warning_of(run);
    if (warning.empty()) return;
    progress_.clear();
    log_.warn("{}: {}", scenario.name, warning);
  }

  void announce(std::size_t index, const Scenario& scenario) {
    progress_.show(index + 1, tasks_.size(), scenario.name);
    const auto level = is_sweep() ? spdlog::level::debug : spdlog::level::info;
    log_.log(level, "{}: running on {} rank{}", scenario.name, scenario.ranks(),
             scenario.ranks() == 1 ? "" : "s");
  }

  int report() {
    progress_.clear();
    Reporting reporting(options_, tasks_);
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      reporting.add(tasks_[i], std::move(*results_[i]));
    }
    const int status = reporting.finish();
    if (journal_ && status <= not_as_expected) journal_->complete();
    return status;
  }

  ranks::Session& session_;
  const Options& options_;
  const std::vector<Task>& tasks_;
  spdlog::logger& log_;
  Progress progress_{is_sweep() && !options_.quiet, options_.is_launched};
  std::optional<Journal> journal_;
  std::vector<std::optional<RunResult>> results_;
};

}  // namespace

int run_tasks(ranks::Session& session, const Options& options, const std::vector<Task>& tasks,
              spdlog::logger& log) {
  return Runner(session, options, tasks, log).run();
}

}  // namespace scenarios
