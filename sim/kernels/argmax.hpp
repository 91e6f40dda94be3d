#pragma once

#include <cstdint>

#include "sim/view.hpp"

namespace sim {

/// Where a row's largest logit stands in a vocabulary that may be split over ranks. The caller
/// first makes `maximum` the largest of all ranks (row_maximum and a reduction), then takes the
/// largest `negated_column` over the ranks: of equal logits the first in the vocabulary wins.

/// What says that no column of this rank has the maximum.
inline constexpr std::int64_t no_column = INT64_MIN;

/// negated_column[i] = -(first_column + the first of the shard's `real_columns` columns whose logit
/// equals maximum[i]), or no_column. logits fp32 [n, V/t], maximum fp32 [1, n], negated_column
/// int64 [1, n]. Comparisons: no FLOPs.
void columns_of_maximum(ConstView logits, ConstView maximum, std::int64_t first_column,
                        std::int64_t real_columns, View negated_column);

/// negated_column becomes the columns themselves. Throws sim::Error, and changes nothing, where no
/// rank had the maximum, which then is not a number.
void restore_columns(View negated_column);

}  // namespace sim
