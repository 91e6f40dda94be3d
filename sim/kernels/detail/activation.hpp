#pragma once

#include <cstdint>

#include "sim/ensure.hpp"
#include "sim/kernels/activation.hpp"
#include "sim/kernels/detail/elementary.hpp"
#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"

namespace sim::kernels {

// An activation is a type with its value, its derivative and what one of each costs.

struct GeluTanh {
  static constexpr float slope = 0.797884561F;              // sqrt(2 / pi)
  static constexpr float cubic = 0.044715F * 0.797884561F;  // times u^3
  static constexpr std::int64_t value_flops = 8;
  static constexpr std::int64_t derivative_flops = 14;

  template <class Real>
  static Real value(Real u) {
    const Real inner = u * (Real(slope) + Real(cubic) * (u * u));
    return Real(0.5F) * u * (Real(1.0F) + hyperbolic_tangent(inner));
  }
  /// With t = tanh(z): (1 + t + u (1 - t^2) z') / 2, and 1 - t^2 = (1 - t)(1 + t).
  template <class Real>
  static Real derivative(Real u) {
    const Real square = u * u;
    const Real t = hyperbolic_tangent(u * (Real(slope) + Real(cubic) * square));
    const Real one_plus = Real(1.0F) + t;
    const Real slope_of_inner = Real(slope) + Real(3.0F * cubic) * square;
    return Real(0.5F) * (one_plus * (Real(1.0F) + u * (Real(1.0F) - t) * slope_of_inner));
  }
};

struct Gelu {
  static constexpr float inverse_root = 0.707106781F;  // 1 / sqrt 2
  static constexpr float density = 0.398942280F;       // 1 / sqrt(2 pi)
  static constexpr std::int64_t value_flops = 5;
  static constexpr std::int64_t derivative_flops = 10;

  template <class Real>
  static Real value(Real u) {
    return Real(0.5F) * u * (Real(1.0F) + error_function(u * Real(inverse_root)));
  }
  /// (1 + erf(u / sqrt 2)) / 2 + u e^(-u^2 / 2) / sqrt(2 pi).
  template <class Real>
  static Real derivative(Real u) {
    const Real below = Real(0.5F) * (Real(1.0F) + error_function(u * Real(inverse_root)));
    return below + u * Real(density) * exponential(Real(-0.5F) * (u * u));
  }
};

struct Silu {
  static constexpr std::int64_t value_flops = 3;
  static constexpr std::int64_t derivative_flops = 7;

  template <class Real>
  static Real value(Real u) {
    return u / (Real(1.0F) + exponential(-u));
  }
  /// With l = 1 / (1 + e^-u): l (1 + u (1 - l)).
  template <class Real>
  static Real derivative(Real u) {
    const Real logistic = Real(1.0F) / (Real(1.0F) + exponential(-u));
    return logistic * (Real(1.0F) + u * (Real(1.0F) - logistic));
  }
};

/// Calls `body` with the type of `activation`.
template <class Body>
void visit_activation(Activation activation, const Body& body) {
  switch (activation) {
    case Activation::gelu_tanh:
      return body(GeluTanh{});
    case Activation::gelu:
      return body(Gelu{});
    case Activation::silu:
      return body(Silu{});
  }
  ENSURE(false, static_cast<int>(activation));
}

template <class Real, class Function, class Stored>
void activation_forward(Matrix<const Stored> u, Matrix<Stored> y) {
  for_each_piece(u.rows, u.columns, [&](std::int64_t row, std::int64_t first, std::int64_t count) {
    const Stored* const in = u.row(row) + first;
    Stored* const out = y.row(row) + first;
    for_each_element(
        count, [=](std::int64_t i) { out[i] = store<Stored>(Function::value(load<Real>(in[i]))); });
  });
}

/// The derivative and one FLOP an element.
template <class Real, class Function, class Stored>
void activation_backward(Matrix<const Stored> dy, Matrix<const Stored> u, Matrix<Stored> du) {
  for_each_piece(u.rows, u.columns, [&](std::int64_t row, std::int64_t first, std::int64_t count) {
    const Stored* const gradient = dy.row(row) + first;
    const Stored* const in = u.row(row) + first;
    Stored* const out = du.row(row) + first;
    for_each_element(count, [=](std::int64_t i) {
      out[i] = store<Stored>(load<Real>(gradient[i]) * Function::derivative(load<Real>(in[i])));
    });
  });
}

/// The value and one FLOP an element.
template <class Real, class Function, class Stored>
void gated_forward(Matrix<const Stored> gate, Matrix<const Stored> up, Matrix<Stored> y) {
  for_each_piece(y.rows, y.columns, [&](std::int64_t row, std::int64_t first, std::int64_t count) {
    const Stored* const opening = gate.row(row) + first;
    const Stored* const in = up.row(row) + first;
    Stored* const out = y.row(row) + first;
    for_each_element(count, [=](std::int64_t i) {
      out[i] = store<Stored>(Function::value(load<Real>(opening[i])) * load<Real>(in[i]));
    });
  });
}

/// The operands of gated_backward.
template <class Stored>
struct GatedBackward {
  Matrix<const Stored> dy;
  Matrix<const Stored> gate;
  Matrix<const Stored> up;
  Matrix<Stored> dgate;
  Matrix<Stored> dup;
};

/// The value, the derivative and three FLOPs an element.
template <class Real, class Function, class Stored>
void gated_backward(const GatedBackward<Stored>& operands) {
  const auto piece = [&](std::int64_t row, std::int64_t first, std::int64_t count) {
    const Stored* const dy = operands.dy.row(row) + first;
    const Stored* const gate = operands.gate.row(row) + first;
    const Stored* const up = operands.up.row(row) + first;
    Stored* const dgate = operands.dgate.row(row) + first;
    Stored* const dup = operands.dup.row(row) + first;
    for_each_element(count, [=](std::int64_t i) {
      const auto gradient = load<Real>(dy[i]);
      const auto opening = load<Real>(gate[i]);
      const Real of_gate = gradient * load<Real>(up[i]) * Function::derivative(opening);
      const Real of_up = gradient * Function::value(opening);
      dgate[i] = store<Stored>(of_gate);
      dup[i] = store<Stored>(of_up);
    });
  };
  for_each_piece(operands.dy.rows, operands.dy.columns, piece);
}

}  // namespace sim::kernels
