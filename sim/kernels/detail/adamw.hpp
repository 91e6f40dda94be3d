#pragma once

#include <cmath>
#include <cstdint>

#include "sim/kernels/detail/elementary.hpp"
#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/optimizer/adamw.hpp"

namespace sim::kernels {

/// What an update needs of its hyperparameters, worked out once a call in double.
struct AdamWScalars {
  float gradient_factor;
  float decay;  // 1 - lr wd
  float beta_1;
  float one_minus_beta_1;
  float beta_2;
  float one_minus_beta_2;
  float step_size;           // lr / (1 - beta_1^step)
  float inverse_correction;  // 1 / (1 - beta_2^step)
  float epsilon;
};

inline AdamWScalars adamw_scalars(const AdamW& adamw, std::int64_t step, double gradient_factor,
                                  double weight_decay) {
  const auto steps = static_cast<double>(step);
  const auto rounded = [](double value) { return static_cast<float>(value); };
  return {.gradient_factor = rounded(gradient_factor),
          .decay = rounded(1.0 - adamw.learning_rate * weight_decay),
          .beta_1 = rounded(adamw.beta_1),
          .one_minus_beta_1 = rounded(1.0 - adamw.beta_1),
          .beta_2 = rounded(adamw.beta_2),
          .one_minus_beta_2 = rounded(1.0 - adamw.beta_2),
          .step_size = rounded(adamw.learning_rate / (1.0 - std::pow(adamw.beta_1, steps))),
          .inverse_correction = rounded(1.0 / (1.0 - std::pow(adamw.beta_2, steps))),
          .epsilon = rounded(adamw.epsilon)};
}

/// The slice of one update: w is the master where there is one.
template <class Weight, class Gradient, class Moment>
struct AdamWOperands {
  Weight* weights = nullptr;
  const Gradient* gradient = nullptr;
  Moment* first_moment = nullptr;
  Moment* second_moment = nullptr;
  std::int64_t size = 0;
};

/// One element between two steps.
template <class Real>
struct AdamWElement {
  Real weight;
  Real first_moment;
  Real second_moment;
};

/// Fifteen FLOPs: factor 1, decay 1, moments 3 + 4, correction, root, epsilon, quotient, step size
/// and difference 6.
template <class Real>
AdamWElement<Real> adamw_element(const AdamWScalars& scalars, const AdamWElement<Real>& before,
                                 Real gradient) {
  const Real g = gradient * Real(scalars.gradient_factor);
  const Real m = Real(scalars.beta_1) * before.first_moment + Real(scalars.one_minus_beta_1) * g;
  const Real v =
      Real(scalars.beta_2) * before.second_moment + Real(scalars.one_minus_beta_2) * (g * g);
  const Real root = square_root(v * Real(scalars.inverse_correction));
  const Real step = Real(scalars.step_size) * (m / (root + Real(scalars.epsilon)));
  return {before.weight * Real(scalars.decay) - step, m, v};
}

template <class Real, class Weight, class Gradient, class Moment>
void adamw_update(const AdamWScalars& scalars,
                  const AdamWOperands<Weight, Gradient, Moment>& operands) {
  const auto piece = [&](std::int64_t, std::int64_t first, std::int64_t count) {
    Weight* const weights = operands.weights + first;
    const Gradient* const gradient = operands.gradient + first;
    Moment* const first_moment = operands.first_moment + first;
    Moment* const second_moment = operands.second_moment + first;
    for_each_element(count, [=](std::int64_t i) {
      const auto after = adamw_element<Real>(
          scalars,
          {load<Real>(weights[i]), load<Real>(first_moment[i]), load<Real>(second_moment[i])},
          load<Real>(gradient[i]));
      weights[i] = store<Weight>(after.weight);
      first_moment[i] = store<Moment>(after.first_moment);
      second_moment[i] = store<Moment>(after.second_moment);
    });
  };
  for_each_piece(1, operands.size, piece);
}

}  // namespace sim::kernels
