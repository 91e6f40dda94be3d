#pragma once

#include <cstdint>

#include "sim/kernels/detail/elementary.hpp"
#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/norm_operands.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/detail/sums.hpp"

namespace sim::kernels {

/// One row: 8 h + 5 FLOPs. Two passes for the variance, which a sum of squares would cancel.
template <class Real, class Stored, class Statistic>
void layer_norm_row(const Stored* x, const Stored* gain, const Stored* bias, Real epsilon,
                    Stored* y, Statistic* statistics, std::int64_t width) {
  const auto size = Real(static_cast<float>(width));
  const Real mean =
      sum_of_terms<Real>(width, [=](std::int64_t i) { return load<Real>(x[i]); }) / size;
  const Real squares = sum_of_terms<Real>(width, [=](std::int64_t i) {
    const Real centred = load<Real>(x[i]) - mean;
    return centred * centred;
  });
  const Real rstd = Real(1.0F) / square_root(squares / size + epsilon);
  statistics[0] = store<Statistic>(mean);
  statistics[1] = store<Statistic>(rstd);
  for_each_element(width, [=](std::int64_t i) {
    const Real normalised = (load<Real>(x[i]) - mean) * rstd;
    y[i] = store<Stored>(normalised * load<Real>(gain[i]) + load<Real>(bias[i]));
  });
}

template <class Real, class Stored, class Statistic>
void layer_norm_forward(Matrix<const Stored> x, const Stored* gain, const Stored* bias,
                        Real epsilon, Matrix<Stored> y, Matrix<Statistic> statistics) {
  for_each_parallel(x.rows, x.rows * x.columns, [&](std::int64_t row) {
    layer_norm_row<Real>(x.row(row), gain, bias, epsilon, y.row(row), statistics.row(row),
                         x.columns);
  });
}

/// One row: 12 h + 4 FLOPs, and h for the residual. With g = dy * gain and n = (x - mean) * rstd:
/// dx = rstd (g - sum(g)/h - n sum(g n)/h).
template <class Real, class Stored, class Statistic>
void layer_norm_backward_row(const NormBackward<Stored, Statistic>& operands, std::int64_t row) {
  const Stored* const dy = operands.dy.row(row);
  const Stored* const x = operands.x.row(row);
  const Stored* const gain = operands.gain;
  const std::int64_t width = operands.x.columns;
  const auto size = Real(static_cast<float>(width));
  const auto mean = load<Real>(operands.statistics.row(row)[0]);
  const auto rstd = load<Real>(operands.statistics.row(row)[1]);
  const auto scaled = [=](std::int64_t i) { return load<Real>(dy[i]) * load<Real>(gain[i]); };
  const auto centred = [=](std::int64_t i) { return load<Real>(x[i]) - mean; };

  const Real mean_gradient = sum_of_terms<Real>(width, scaled) / size;
  const Real product =
      sum_of_terms<Real>(width, [=](std::int64_t i) { return scaled(i) * centred(i); });
  const Real slope = product * rstd * rstd / size;
  const auto gradient = [=](std::int64_t i) {
    return rstd * (scaled(i) - mean_gradient - centred(i) * slope);
  };
  store_norm_gradient<Real>(operands, row, gradient);
}

template <class Real, class Stored, class Statistic>
void layer_norm_backward_input(const NormBackward<Stored, Statistic>& operands) {
  const std::int64_t rows = operands.x.rows;
  for_each_parallel(rows, rows * operands.x.columns,
                    [&](std::int64_t row) { layer_norm_backward_row<Real>(operands, row); });
}

/// Four FLOPs an element: difference, two products, sum.
template <class Real, class Stored, class Statistic, class Sum>
void layer_norm_backward_gain(Matrix<const Stored> dy, Matrix<const Stored> x,
                              Matrix<const Statistic> statistics, Sum* gain_gradient) {
  add_column_sums_of<Real>(
      x.rows, gain_gradient, x.columns, [=](std::int64_t row, std::int64_t column) {
        const Statistic* const of_row = statistics.row(row);
        const Real centred = load<Real>(x.row(row)[column]) - load<Real>(of_row[0]);
        return load<Real>(dy.row(row)[column]) * (centred * load<Real>(of_row[1]));
      });
}

}  // namespace sim::kernels
