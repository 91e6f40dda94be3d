#pragma once

#include <cstdint>

#include "sim/ensure.hpp"
#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/view.hpp"

/// What the backward of every norm is given, its checks, and how its result is stored.
namespace sim::kernels {

struct NormBackwardViews {
  ConstView dy;
  ConstView x;
  ConstView gain;
  ConstView statistics;
  ConstView residual;  // may be empty
  View dx;
};

/// The same with known types; `residual` may be empty.
template <class Stored, class Statistic>
struct NormBackward {
  Matrix<const Stored> dy;
  Matrix<const Stored> x;
  const Stored* gain = nullptr;
  Matrix<const Statistic> statistics;
  Matrix<const Stored> residual;
  Matrix<Stored> dx;
};

/// dx = gradient(i), or residual + gradient(i), along one row.
template <class Real, class Stored, class Statistic, class Gradient>
void store_norm_gradient(const NormBackward<Stored, Statistic>& operands, std::int64_t row,
                         Gradient gradient) {
  const std::int64_t width = operands.x.columns;
  Stored* const dx = operands.dx.row(row);
  if (operands.residual.empty()) {
    for_each_element(width, [=](std::int64_t i) { dx[i] = store<Stored>(gradient(i)); });
    return;
  }
  const Stored* const residual = operands.residual.row(row);
  for_each_element(
      width, [=](std::int64_t i) { dx[i] = store<Stored>(load<Real>(residual[i]) + gradient(i)); });
}

template <class Stored>
NormBackward<Stored, float> norm_backward(const NormBackwardViews& views) {
  NormBackward<Stored, float> operands = {.dy = matrix<Stored>(views.dy),
                                          .x = matrix<Stored>(views.x),
                                          .gain = views.gain.as<Stored>(),
                                          .statistics = matrix<float>(views.statistics),
                                          .residual = {},
                                          .dx = matrix<Stored>(views.dx)};
  if (!views.residual.empty()) operands.residual = matrix<Stored>(views.residual);
  return operands;
}

inline void ensure_statistics(ConstView statistics, std::int64_t rows, std::int64_t columns) {
  ENSURE(has_shape(statistics, rows, columns), statistics.rows, statistics.columns, rows, columns);
  ENSURE(statistics.dtype == Dtype::fp32, name_of(statistics.dtype));
}

inline void ensure_norm_backward(const NormBackwardViews& views, std::int64_t statistics_columns) {
  const ConstView& x = views.x;
  const auto ensure_like_x = [&](ConstView view) {
    ENSURE(same_shape(view, x), view.rows, view.columns, x.rows, x.columns);
    ENSURE(view.dtype == x.dtype, name_of(view.dtype), name_of(x.dtype));
  };
  ensure_like_x(views.dy);
  ensure_like_x(views.dx);
  if (!views.residual.empty()) ensure_like_x(views.residual);
  ENSURE(has_shape(views.gain, 1, x.columns), views.gain.rows, views.gain.columns, x.columns);
  ENSURE(views.gain.dtype == x.dtype, name_of(views.gain.dtype), name_of(x.dtype));
  ensure_statistics(views.statistics, x.rows, statistics_columns);
}

inline void ensure_norm_backward_gain(ConstView dy, ConstView x, ConstView gain_gradient) {
  ENSURE(same_shape(dy, x), dy.rows, dy.columns, x.rows, x.columns);
  ENSURE(has_shape(gain_gradient, 1, x.columns), gain_gradient.rows, gain_gradient.columns,
         x.columns);
  ENSURE(dy.dtype == x.dtype, name_of(dy.dtype), name_of(x.dtype));
}

}  // namespace sim::kernels
