#include "scenarios/commands/reporting.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "scenarios/commands/outputs.hpp"
#include "scenarios/fit/fit.hpp"
#include "scenarios/judge/check.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

constexpr int as_expected = 0;
constexpr int not_as_expected = 1;
constexpr int bad_input = 2;

}  // namespace

int report_results(const std::vector<Task>& tasks, std::vector<RunResult> results,
                   const Options& options) {
  std::vector<RunReport> reports;
  try {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      std::vector<Check> checks = judge(*tasks[i].catalogue, tasks[i].scenario, results[i]);
      std::optional<Fit> fit = fit_of(tasks[i].scenario, results[i]);
      reports.push_back(
          {tasks[i].scenario, std::move(results[i]), std::move(checks), std::move(fit)});
    }
  } catch (const BadInput& error) {
    fmt::print(stderr, "{}\n", error.what());
    return bad_input;
  }
  write_reports(reports, options);
  print_reports(reports, options);
  const bool all = std::ranges::all_of(
      reports, [](const RunReport& run) { return all_as_expected(run.checks); });
  return all ? as_expected : not_as_expected;
}

}  // namespace scenarios
