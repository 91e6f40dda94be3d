#pragma once

#include "sim/kernels/optimizer/states.hpp"

namespace sim {

/// Stochastic gradient descent with momentum (Sutskever et al. 2013; PyTorch's form, without
/// dampening).
struct Sgd {
  double learning_rate = 1e-3;
  double momentum = 0.9;
};

/// One slice as the optimizer sees it; every view is [1, n], decay is uniform over the slice.
struct SgdSlice {
  View weights;  // as stored (fp32, fp16, bf16)
  View master;   // fp32; empty when the weights are the master
  ConstView gradient;
  View momentum;  // fp32; empty exactly when Sgd::momentum is 0
  double weight_decay = 0.0;
};

/// g <- gradient * gradient_factor; u <- momentum u + g; w <- w (1 - lr wd) - lr u.
/// The decay is decoupled, as in our AdamW, and not PyTorch's g <- g + wd w: one `weight_decay`
/// then means the same under every optimizer. With a master, w is the master and the stored
/// weights are its rounding. 6 FLOPs an element, 4 without momentum, whatever the decay.
void sgd_step(Meters& meters, const Sgd& sgd, double gradient_factor, const SgdSlice& slice);

/// An fp32 momentum, 4 bytes an element; without momentum nothing.
class SgdStates final : public OptimizerStates {
 public:
  SgdStates(Meters& meters, const Sgd& sgd, std::int64_t size);
  void update(Meters& meters, const OptimizerStep& step, const OptimizedTensor& tensor) override;

 private:
  Sgd sgd_;
  Tensor momentum_;
};

}  // namespace sim
