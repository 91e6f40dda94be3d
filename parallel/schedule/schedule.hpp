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

/// Interleaved 1F1B (Narayanan et al. 2021, section 2.2) of v >= 2 chunks a stage:
/// min(m v, 2 (p - 1 - stage) + (v - 1) p) warm-up forwards, then one forward and one backward in
/// turn, then the remaining backwards. Micro-batches take turns in groups of p, chunk by chunk.
/// Throws sim::Error unless p >= 2, v >= 2 and p divides m.
Schedule interleaved(std::int64_t stage, std::int64_t stages, std::int64_t micro_batches,
                     std::int64_t virtual_stages);

/// ZB-H1 (Qi et al. 2023, "Zero Bubble Pipeline Parallelism", section 2.3): 1F1B whose weight
/// halves come `stage` micro-batches after their input halves, so that the last of them fill the
/// end, where 1F1B waits. No stage holds more micro-batches, in flight or waiting, than 1F1B's
/// first.
Schedule zb_h1(std::int64_t stage, std::int64_t stages, std::int64_t micro_batches);

/// The schedule of one stage; ends with `reduce`. Interleaved with one virtual stage is 1F1B; the
/// other kinds have no more than one. Throws sim::Error unless 0 <= stage < stages,
/// micro_batches >= 1 and the kind allows the virtual stages.
Schedule make_schedule(PipelineSchedule kind, std::int64_t stage, std::int64_t stages,
                       std::int64_t micro_batches, std::int64_t virtual_stages = 1);

}  // namespace parallel
