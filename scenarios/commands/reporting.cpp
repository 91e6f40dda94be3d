#include "scenarios/commands/reporting.hpp"

#include <utility>

#include "scenarios/commands/console.hpp"
#include "scenarios/commands/unused_keys.hpp"
#include "scenarios/fit/fit.hpp"
#include "scenarios/judge/check.hpp"

namespace scenarios {

namespace {

constexpr int as_expected = 0;
constexpr int not_as_expected = 1;
constexpr int bad_input = 2;

}  // namespace

Reporting::Reporting(const Options& options, const std::vector<Task>& tasks)
    : outputs_(options, tasks) {
  if (const std::string note = unused_keys_note(tasks); !note.empty())
    make_log(options)->info(note);
}

void Reporting::add(const Task& task, RunResult result) {
  try {
    std::vector<Check> checks = judge(*task.catalogue, task.scenario, result);
    all_as_expected_ = all_as_expected_ && all_as_expected(checks);
    std::optional<Fit> fit = fit_of(task.scenario, result);
    if (fit && outputs_.tell_alternatives())
      fit->alternatives = nearest_alternatives(task.scenario);
    outputs_.add({task.scenario, std::move(result), std::move(checks), std::move(fit)});
  } catch (const BadInput& error) {
    refuse(error.faults());
  }
}

int Reporting::finish() {
  if (!faults_.empty()) {
    say(BadInput(faults_).what());
    return bad_input;
  }
  outputs_.finish();
  return all_as_expected_ ? as_expected : not_as_expected;
}

}  // namespace scenarios
