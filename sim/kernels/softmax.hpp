#pragma once

#include <cstdint>

#include "sim/meters.hpp"
#include "sim/view.hpp"

namespace sim {

/// In place: row r of `scores` becomes softmax(scale * row) over its first keys - queries +
/// (r % queries) + 1 keys, zero beyond (causal mask; the queries are the last of the keys). scores
/// [matrices * queries, keys]. All elements count, masked too.
void causal_softmax_forward(Meters& meters, View scores, float scale, std::int64_t queries);

/// In place: gradient with respect to the softmax output becomes the gradient with respect to the
/// raw (unscaled) scores: scale * y * (dy - sum(dy * y)). gradient, output [rows, keys].
void causal_softmax_backward(Meters& meters, ConstView output, float scale, std::int64_t queries,
                             View gradient);

}  // namespace sim
