#pragma once

#include <cstdint>

#include "sim/kernels/optimizer/states.hpp"

namespace sim {

/// AdamW with decoupled decay (Loshchilov and Hutter 2019).
struct AdamW {
  double learning_rate = 1e-3;
  double beta_1 = 0.9;
  double beta_2 = 0.95;
  double epsilon = 1e-8;
};

/// One slice as the optimizer sees it; every view is [1, n], decay is uniform over the slice.
struct AdamWSlice {
  View weights;  // as stored (fp32, fp16, bf16)
  View master;   // fp32; empty when the weights are the master
  ConstView gradient;
  View first_moment;   // fp32
  View second_moment;  // fp32
  double weight_decay = 0.0;
};

/// g <- gradient * gradient_factor (unscaling and clipping, also when the factor is 1);
/// w <- w (1 - lr wd); m <- b1 m + (1-b1) g; v <- b2 v + (1-b2) g g;
/// w <- w - lr (m / (1-b1^step)) / (sqrt(v / (1-b2^step)) + eps). `step` counts from 1.
/// With a master, w is the master and the stored weights are its rounding; without one the stored
/// weights are rounded once. 15 FLOPs an element, whatever the decay.
void adamw_step(Meters& meters, const AdamW& adamw, std::int64_t step, double gradient_factor,
                const AdamWSlice& slice);

/// Two fp32 moments: 8 bytes an element.
class AdamWStates final : public OptimizerStates {
 public:
  AdamWStates(Meters& meters, const AdamW& adamw, std::int64_t size);
  void update(Meters& meters, const OptimizerStep& step, const OptimizedTensor& tensor) override;

 private:
  AdamW adamw_;
  Tensor first_moment_;
  Tensor second_moment_;
};

}  // namespace sim
