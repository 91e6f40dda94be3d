#pragma once

#include <vector>

#include "scenarios/commands/options.hpp"
#include "scenarios/commands/outputs.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/judge/run_result.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

/// Judges results as they come, prints and writes the reports.
class Reporting {
 public:
  /// `tasks` are all that will be added. Throws std::runtime_error when a file cannot be written,
  /// as all here do. The options must outlive it.
  Reporting(const Options& options, const std::vector<Task>& tasks);

  void add(const Task& task, RunResult result);
  /// Notes what keeps a task from having a result: finish() tells it.
  void refuse(const std::vector<Fault>& faults) { add_new(faults_, faults); }
  /// Returns the exit status: 0 every verdict as expected, 1 not; 2 when one could not be judged,
  /// which is bad input whatever ran, told on standard error, and leaves the older files.
  int finish();

 private:
  Outputs outputs_;
  std::vector<Fault> faults_;
  bool all_as_expected_ = true;
};

}  // namespace scenarios
