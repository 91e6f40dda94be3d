#pragma once

#include <cstdint>

#include "scenarios/judge/measured.hpp"
#include "scenarios/judge/run_result.hpp"

namespace scenarios {

/// FLOPs of a rank in a step, in all phases together.
std::int64_t matmul_flops(const parallel::Measurement& rank);
std::int64_t elementwise_flops(const parallel::Measurement& rank);

/// Payload that a rank sends in a step on an axis, by all operations; and on all axes.
std::int64_t sent_on(ranks::Axis axis, const parallel::Measurement& rank);
std::int64_t sent(const parallel::Measurement& rank);

/// The sum over all ranks of what `of` gives for one.
template <class Of>
Int128 over_all(const RunResult& run, Of of) {
  Int128 sum = 0;
  for (const parallel::Measurement& rank : run.ranks) sum += Int128{of(rank)} * rank.count;
  return sum;
}

}  // namespace scenarios
