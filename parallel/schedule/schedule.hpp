#pragma once

#include <cstdint>

#include "parallel/plan.hpp"
#include "parallel/schedule/instruction.hpp"

namespace parallel {

/// GPipe (Huang et al. 2019): all forwards, then all backwards, in the same order.
Schedule gpipe(std::int64_t stage, std::int64_t stages, std::int64_t micro_batches);

/// 1F1B (Narayanan et al. 2021, "PipeDream-Flush"): min(m, p - 1 - stage) warm-up forwards, then
/// one forward and one backward in turn, then the remaining backwards.
Schedule one_forward_one_backward(std::int64_t stage, std::int64_t stages,
                                  std::int64_t micro_batches);

/// The schedule of one stage; ends with `reduce`. Throws sim::Error unless 0 <= stage < stages and
/// micro_batches >= 1.
Schedule make_schedule(PipelineSchedule kind, std::int64_t stage, std::int64_t stages,
                       std::int64_t micro_batches);

}  // namespace parallel
