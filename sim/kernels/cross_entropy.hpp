#pragma once

#include <cstdint>

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// Cross-entropy over a vocabulary that may be split over ranks: the caller reduces the small
/// vectors over the tensor-parallel group between the steps (maximum, then two sums).
/// Shapes: logits fp32 [n, V/t], overwritten step by step; labels int64 [1, n]; maximum, target,
/// sum fp32 [1, n]. `first_column` is the shard's first vocabulary row; columns at or beyond
/// `real_columns` (of this shard) are padding: their probability is zero.

/// maximum[i] = max over the shard's real columns (-infinity if it has none). No FLOPs.
void row_maximum(ConstView logits, std::int64_t real_columns, View maximum);

/// logits <- exp(logits - maximum); sum[i] = their row sum; target[i] = logit[label] - maximum if
/// the label lies in this shard, else 0. Padding becomes 0 but is counted.
void exponentials(Meters& meters, View logits, ConstView labels, ConstView maximum,
                  std::int64_t first_column, std::int64_t real_columns, View target, View sum);

/// logits <- logits / sum (probabilities). Returns the sum over rows of log(sum) - target, in
/// double: the caller divides by the tokens of the global batch.
double probabilities(Meters& meters, View logits, ConstView target, ConstView sum);

/// probabilities <- (probabilities - [column is the label]) * factor: the gradient of the logits.
void cross_entropy_backward(Meters& meters, View probabilities, ConstView labels,
                            std::int64_t first_column, float factor);

}  // namespace sim
