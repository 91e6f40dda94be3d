#pragma once

#include <cstdint>

#include "sim/kernels/detail/loops.hpp"
#include "sim/kernels/detail/storage.hpp"
#include "sim/kernels/optimizer/sgd.hpp"

namespace sim::kernels {

/// What an update needs of its hyperparameters, worked out once a call in double.
struct SgdScalars {
  float gradient_factor;
  float decay;  // 1 - lr wd
  float momentum;
  float learning_rate;
};

inline SgdScalars sgd_scalars(const Sgd& sgd, double gradient_factor, double weight_decay) {
  const auto rounded = [](double value) { return static_cast<float>(value); };
  return {.gradient_factor = rounded(gradient_factor),
          .decay = rounded(1.0 - sgd.learning_rate * weight_decay),
          .momentum = rounded(sgd.momentum),
          .learning_rate = rounded(sgd.learning_rate)};
}

/// The slice of one update: w is the master where there is one.
template <class Weight, class Gradient, class Moment>
struct SgdOperands {
  Weight* weights = nullptr;
  const Gradient* gradient = nullptr;
  Moment* momentum = nullptr;  // null without momentum
  std::int64_t size = 0;
};

/// Three FLOPs: decay, learning rate, difference.
template <class Real, class Weight>
void descend(const SgdScalars& scalars, Weight& weight, Real direction) {
  weight = store<Weight>(load<Real>(weight) * Real(scalars.decay) -
                         Real(scalars.learning_rate) * direction);
}

/// Four FLOPs an element, six with momentum.
template <class Real, class Weight, class Gradient, class Moment>
void sgd_update(const SgdScalars& scalars, const SgdOperands<Weight, Gradient, Moment>& operands) {
  for_each_piece(1, operands.size, [&](std::int64_t, std::int64_t first, std::int64_t count) {
    Weight* const weights = operands.weights + first;
    const Gradient* const gradient = operands.gradient + first;
    if (operands.momentum == nullptr) {
      for_each_element(count, [=](std::int64_t i) {
        descend(scalars, weights[i], load<Real>(gradient[i]) * Real(scalars.gradient_factor));
      });
      return;
    }
    Moment* const momentum = operands.momentum + first;
    for_each_element(count, [=](std::int64_t i) {
      const Real u = Real(scalars.momentum) * load<Real>(momentum[i]) +
                     load<Real>(gradient[i]) * Real(scalars.gradient_factor);
      descend(scalars, weights[i], u);
      momentum[i] = store<Moment>(u);
    });
  });
}

}  // namespace sim::kernels
