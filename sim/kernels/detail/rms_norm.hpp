#pragma once

#include <cstdint>

#include "sim/kernels/detail/elementary.hpp"
#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/norm_operands.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/detail/sums.hpp"

namespace sim::kernels {

/// One row: 4 h + 4 FLOPs.
template <class Real, class Stored, class Statistic>
void rms_norm_row(const Stored* x, const Stored* gain, Real epsilon, Stored* y,
                  Statistic* statistics, std::int64_t width) {
  const Real squares = sum_of_terms<Real>(width, [=](std::int64_t i) {
    const auto value = load<Real>(x[i]);
    return value * value;
  });
  const Real mean = squares / Real(static_cast<float>(width));
  const Real rstd = Real(1.0F) / square_root(mean + epsilon);
  statistics[0] = store<Statistic>(rstd);
  for_each_element(width, [=](std::int64_t i) {
    y[i] = store<Stored>(load<Real>(x[i]) * rstd * load<Real>(gain[i]));
  });
}

template <class Real, class Stored, class Statistic>
void rms_norm_forward(Matrix<const Stored> x, const Stored* gain, Real epsilon, Matrix<Stored> y,
                      Matrix<Statistic> statistics) {
  for_each_parallel(x.rows, x.rows * x.columns, [&](std::int64_t row) {
    rms_norm_row<Real>(x.row(row), gain, epsilon, y.row(row), statistics.row(row), x.columns);
  });
}

/// One row: 7 h + 3 FLOPs, and h for the residual. With g = dy * gain:
/// dx = rstd (g - x rstd^2 sum(g x)/h).
template <class Real, class Stored, class Statistic>
void rms_norm_backward_row(const NormBackward<Stored, Statistic>& operands, std::int64_t row) {
  const Stored* const dy = operands.dy.row(row);
  const Stored* const x = operands.x.row(row);
  const Stored* const gain = operands.gain;
  const std::int64_t width = operands.x.columns;
  const auto rstd = load<Real>(operands.statistics.row(row)[0]);
  const auto scaled = [=](std::int64_t i) { return load<Real>(dy[i]) * load<Real>(gain[i]); };

  const Real product =
      sum_of_terms<Real>(width, [=](std::int64_t i) { return scaled(i) * load<Real>(x[i]); });
  const Real slope = product * rstd * rstd / Real(static_cast<float>(width));
  const auto gradient = [=](std::int64_t i) {
    return rstd * (scaled(i) - load<Real>(x[i]) * slope);
  };
  store_norm_gradient<Real>(operands, row, gradient);
}

template <class Real, class Stored, class Statistic>
void rms_norm_backward_input(const NormBackward<Stored, Statistic>& operands) {
  const std::int64_t rows = operands.x.rows;
  for_each_parallel(rows, rows * operands.x.columns,
                    [&](std::int64_t row) { rms_norm_backward_row<Real>(operands, row); });
}

/// Three FLOPs an element: two products, sum.
template <class Real, class Stored, class Statistic, class Sum>
void rms_norm_backward_gain(Matrix<const Stored> dy, Matrix<const Stored> x,
                            Matrix<const Statistic> statistics, Sum* gain_gradient) {
  add_column_sums_of<Real>(
      x.rows, gain_gradient, x.columns, [=](std::int64_t row, std::int64_t column) {
        const auto rstd = load<Real>(statistics.row(row)[0]);
        return load<Real>(dy.row(row)[column]) * (load<Real>(x.row(row)[column]) * rstd);
      });
}

}  // namespace sim::kernels
