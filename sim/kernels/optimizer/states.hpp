#pragma once

#include <cstdint>
#include <span>

#include "sim/tensor.hpp"

namespace sim {

/// Elements up to `end` (from the end of the run before) share a weight decay.
struct DecayRun {
  std::int64_t end = 0;
  double weight_decay = 0.0;
};

/// One whole tensor as an optimizer is handed it: [1, n] views.
struct OptimizedTensor {
  View weights;  // as stored (fp32, fp16, bf16)
  View master;   // fp32; empty when the weights are the master
  ConstView gradient;
  std::span<const DecayRun> decays;  // ascending; the last ends at n
};

/// One update of all tensors.
struct OptimizerStep {
  std::int64_t number = 1;       // counts from 1
  double gradient_factor = 1.0;  // unscaling and clipping
};

/// What an optimizer remembers of one tensor from step to step, charged to `optimizer`, and its
/// update. Each optimizer is one such class, beside its kernel.
class OptimizerStates {
 public:
  OptimizerStates() = default;
  OptimizerStates(const OptimizerStates&) = delete;
  OptimizerStates& operator=(const OptimizerStates&) = delete;
  virtual ~OptimizerStates() = default;

  /// `tensor` has the size that the states were made for.
  virtual void update(Meters& meters, const OptimizerStep& step, const OptimizedTensor& tensor) = 0;
};

/// A state of zeros, [1, size].
Tensor make_state(Meters& meters, Dtype dtype, std::int64_t size);

/// Calls body(first, part) for each run of uniform decay: a part of the tensor that begins at
/// element `first`, with one decay.
template <class Body>
void for_each_decay_run(const OptimizedTensor& tensor, const Body& body) {
  std::int64_t first = 0;
  for (const DecayRun& run : tensor.decays) {
    const std::int64_t count = run.end - first;
    const auto part = [&](auto view) {
      return view.empty() ? view : view.column_block(first, count);
    };
    body(first, OptimizedTensor{part(tensor.weights), part(tensor.master), part(tensor.gradient),
                                std::span(&run, 1)});
    first = run.end;
  }
}

}  // namespace sim
