#include "sim/kernels/argmax.hpp"

#include "sim/ensure.hpp"

namespace sim {

void columns_of_maximum(ConstView logits, ConstView maximum, std::int64_t first_column,
                        std::int64_t real_columns, View negated_column) {
  ENSURE(maximum.size() == logits.rows && negated_column.size() == logits.rows, logits.rows,
         maximum.size(), negated_column.size());
  ENSURE(real_columns >= 0 && real_columns <= logits.columns, real_columns, logits.columns);
  if (logits.shape_only()) return;
  const float* const largest = maximum.as<float>();
  std::int64_t* const out = negated_column.as<std::int64_t>();
  for (std::int64_t row = 0; row < logits.rows; ++row) {
    const float* const first = logits.row_block(row, 1).as<float>();
    std::int64_t column = 0;
    while (column < real_columns && first[column] != largest[row]) ++column;
    out[row] = column < real_columns ? -(first_column + column) : no_column;
  }
}

void restore_columns(View negated_column) {
  if (negated_column.shape_only()) return;
  std::int64_t* const columns = negated_column.as<std::int64_t>();
  const std::int64_t size = negated_column.size();
  for (std::int64_t i = 0; i < size; ++i) ENSURE(columns[i] != no_column, i, size);
  for (std::int64_t i = 0; i < size; ++i) columns[i] = -columns[i];
}

}  // namespace sim
