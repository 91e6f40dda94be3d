#pragma once

#include <memory>
#include <vector>

#include "scenarios/commands/options.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/report/sink.hpp"

namespace scenarios {

/// Where a command's results go: the terminal and the files of its options. One more output is a
/// sink of its own and a line in the constructor.
class Outputs {
 public:
  /// `tasks` are all that will be added. Throws std::runtime_error when a file cannot be written,
  /// as all here do.
  Outputs(const Options& options, const std::vector<Task>& tasks);

  /// Whether anything here tells what would fit better; walking that takes longer than the rest.
  [[nodiscard]] bool tell_alternatives() const;
  void add(const RunReport& report);
  /// Ends all, and then puts the files in their places: one that fails leaves the older ones.
  void finish();

 private:
  std::vector<std::unique_ptr<Sink>> sinks_;
};

}  // namespace scenarios
