#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "parallel/schedule/instruction.hpp"

namespace parallel {

/// What playing all stages' schedules together shows, without ranks or tensors.
struct ScheduleAnalysis {
  /// Per stage: the most (chunk, micro_batch) pairs between forward and end of backward_input at
  /// once, and between that and a backward_weight that does not follow at once.
  std::vector<std::int64_t> in_flight_peak;
  std::vector<std::int64_t> weight_half_peak;
  /// Empty when every stage ran to its end; else what each stage that stopped was waiting for.
  std::string deadlock;
};

/// Plays the schedules as the executor does: a receive waits for its message; a send returns at
/// once but first waits until the previous message that way was received, and all are waited for
/// after the last backward. Chunk c of stage i is virtual stage c p + i; activations travel to the
/// next virtual stage, gradients to the previous one, on one link a stage and direction. Throws
/// sim::Error when a stage does something that cannot be: what takes a buffer that is not filled
/// (a backward before its forward, a weight half before its input half, a forward without its
/// message), fills one twice, reduces before all backwards are done, or receives a message that is
/// not the one it expects.
ScheduleAnalysis analyse(const std::vector<Schedule>& stages);

}  // namespace parallel
