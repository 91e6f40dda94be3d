#include "sim/kernels/cross_entropy.hpp"

#include "sim/ensure.hpp"
#include "sim/kernels/detail/cross_entropy.hpp"

namespace sim {
namespace {

/// A vector with one element a row of the logits.
void ensure_one_a_row(ConstView vector, Dtype dtype, ConstView logits) {
  ENSURE(kernels::has_shape(vector, 1, logits.rows), vector.rows, vector.columns, logits.rows);
  ENSURE(vector.dtype == dtype, name_of(vector.dtype), name_of(dtype));
}

void ensure_logits(ConstView logits, std::int64_t real_columns) {
  ENSURE(logits.dtype == Dtype::fp32, name_of(logits.dtype));
  ENSURE(real_columns >= 0 && real_columns <= logits.columns, real_columns, logits.columns);
}

}  // namespace

void row_maximum(ConstView logits, std::int64_t real_columns, View maximum) {
  ensure_logits(logits, real_columns);
  ensure_one_a_row(maximum, Dtype::fp32, logits);
  if (logits.shape_only()) return;
  kernels::row_maximum(kernels::matrix<float>(logits), real_columns, maximum.as<float>());
}

void exponentials(Meters& meters, View logits, ConstView labels, ConstView maximum,
                  std::int64_t first_column, std::int64_t real_columns, View target, View sum) {
  ensure_logits(logits, real_columns);
  ensure_one_a_row(labels, Dtype::int64, logits);
  ensure_one_a_row(maximum, Dtype::fp32, logits);
  ensure_one_a_row(target, Dtype::fp32, logits);
  ensure_one_a_row(sum, Dtype::fp32, logits);
  meters.flops.add_elementwise(Checked(3) * logits.size() + logits.rows);
  if (logits.shape_only()) return;
  kernels::exponentials<float>(kernels::matrix<float>(logits), labels.as<std::int64_t>(),
                               maximum.as<float>(), {first_column, real_columns},
                               target.as<float>(), sum.as<float>());
}

double probabilities(Meters& meters, View logits, ConstView target, ConstView sum) {
  ensure_logits(logits, logits.columns);
  ensure_one_a_row(target, Dtype::fp32, logits);
  ensure_one_a_row(sum, Dtype::fp32, logits);
  meters.flops.add_elementwise(Checked(3) * logits.rows + logits.size());
  if (logits.shape_only()) return 0.0;
  return kernels::probabilities<float>(kernels::matrix<float>(logits), target.as<float>(),
                                       sum.as<float>());
}

void cross_entropy_backward(Meters& meters, View probabilities, ConstView labels,
                            std::int64_t first_column, float factor) {
  ensure_logits(probabilities, probabilities.columns);
  ensure_one_a_row(labels, Dtype::int64, probabilities);
  meters.flops.add_elementwise(Checked(2) * probabilities.size());
  if (probabilities.shape_only()) return;
  kernels::cross_entropy_backward<float>(kernels::matrix<float>(probabilities),
                                         labels.as<std::int64_t>(), first_column, factor);
}

}  // namespace sim
