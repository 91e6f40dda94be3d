#pragma once

#include <algorithm>
#include <cstdint>

#include "parallel/plan.hpp"

namespace parallel {

/// DeepSpeed's dynamic loss scale: halved on the `hysteresis`-th overflow and every one after it,
/// doubled (and the hysteresis restored) after `window` steps without one. Without loss scaling it
/// stays 1. Every rank sees the same overflows, so every rank holds the same scale.
class LossScaler {
 public:
  LossScaler(bool enabled, const LossScalePlan& plan)
      : enabled_(enabled),
        plan_(plan),
        scale_(enabled ? plan.initial : 1.0),
        overflows_left_(plan.hysteresis) {}

  [[nodiscard]] double scale() const { return scale_; }

  /// At the end of step `step_` (counted inside): whether its gradients overflowed.
  void update(bool overflow) {
    if (!enabled_) return;
    if (overflow) {
      lower();
      last_overflow_ = step_;
    } else if ((step_ - last_overflow_) % plan_.window == 0) {
      overflows_left_ = plan_.hysteresis;
      scale_ *= 2;
    }
    ++step_;
  }

 private:
  void lower() {
    if (overflows_left_ > 1) {
      --overflows_left_;
    } else {
      scale_ = std::max(scale_ / 2, plan_.minimum);
    }
  }

  bool enabled_;
  LossScalePlan plan_;
  double scale_;
  std::int64_t overflows_left_;
  std::int64_t step_ = 0;
  std::int64_t last_overflow_ = -1;
};

}  // namespace parallel
