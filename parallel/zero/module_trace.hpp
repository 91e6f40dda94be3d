#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/model/parameters.hpp"

namespace parallel {

/// Which way a micro-batch goes through a chunk. A backward includes what it replays.
enum class Pass : std::uint8_t { forward, backward };

/// The order in which the modules of a chunk are entered by one micro-batch: recorded during the
/// first forward and the first backward through the chunk, followed from then on. Schedules let
/// other micro-batches run between the two halves; each pass is followed from its own half's start.
class ModuleTrace {
 public:
  /// A pass begins. Returns whether it goes on where the pass before it ended, as a backward
  /// directly after a forward does.
  bool begin(Pass pass);
  /// A module is entered. Throws sim::Error if the trace is complete and has another one here.
  void enter(sim::ModuleId module);
  /// After the last backward of a step.
  void end_step();

  [[nodiscard]] bool is_complete() const { return progress_ == Progress::complete; }
  /// Of the complete trace: all modules, forward then backward, and the place of the next one.
  [[nodiscard]] const std::vector<sim::ModuleId>& modules() const { return modules_; }
  [[nodiscard]] std::size_t next() const { return next_; }

 private:
  enum class Progress : std::uint8_t { empty, has_forward, has_both, complete };
  void record(Pass pass);

  Progress progress_ = Progress::empty;
  bool is_recording_ = false;
  std::vector<sim::ModuleId> modules_;
  std::size_t backward_begin_ = 0;
  std::size_t next_ = 0;
};

}  // namespace parallel
