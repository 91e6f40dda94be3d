#pragma once

#include <cstdint>

#include "sim/kernels/detail/elementary.hpp"
#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"

namespace sim::kernels {

inline constexpr float gelu_slope = 0.797884561F;              // sqrt(2 / pi)
inline constexpr float gelu_cubic = 0.044715F * 0.797884561F;  // times u^3

/// Eight FLOPs.
template <class Real>
Real gelu_tanh(Real u) {
  const Real inner = u * (Real(gelu_slope) + Real(gelu_cubic) * (u * u));
  return Real(0.5F) * u * (Real(1.0F) + hyperbolic_tangent(inner));
}

/// Fourteen FLOPs. With t = tanh(z): (1 + t + u (1 - t^2) z') / 2, and 1 - t^2 = (1 - t)(1 + t).
template <class Real>
Real gelu_tanh_derivative(Real u) {
  const Real square = u * u;
  const Real t = hyperbolic_tangent(u * (Real(gelu_slope) + Real(gelu_cubic) * square));
  const Real one_plus = Real(1.0F) + t;
  const Real slope = Real(gelu_slope) + Real(3.0F * gelu_cubic) * square;
  return Real(0.5F) * (one_plus * (Real(1.0F) + u * (Real(1.0F) - t) * slope));
}

template <class Real, class Stored>
void gelu_tanh_forward(Matrix<const Stored> u, Matrix<Stored> y) {
  for_each_piece(u.rows, u.columns, [&](std::int64_t row, std::int64_t first, std::int64_t count) {
    const Stored* const in = u.row(row) + first;
    Stored* const out = y.row(row) + first;
    for_each_element(count,
                     [=](std::int64_t i) { out[i] = store<Stored>(gelu_tanh(load<Real>(in[i]))); });
  });
}

/// Fifteen FLOPs an element: the derivative and its product with dy.
template <class Real, class Stored>
void gelu_tanh_backward(Matrix<const Stored> dy, Matrix<const Stored> u, Matrix<Stored> du) {
  for_each_piece(u.rows, u.columns, [&](std::int64_t row, std::int64_t first, std::int64_t count) {
    const Stored* const gradient = dy.row(row) + first;
    const Stored* const in = u.row(row) + first;
    Stored* const out = du.row(row) + first;
    for_each_element(count, [=](std::int64_t i) {
      out[i] = store<Stored>(load<Real>(gradient[i]) * gelu_tanh_derivative(load<Real>(in[i])));
    });
  });
}

}  // namespace sim::kernels
