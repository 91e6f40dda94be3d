#pragma once

#include <cstdint>

#include "sim/view.hpp"

namespace sim {

/// What the model asks of the other tensor-parallel ranks. All ranks of the group call alike, in
/// the same order; a group of one does nothing, and is not asked to gather or scatter.
class TensorParallel {
 public:
  TensorParallel() = default;
  TensorParallel(const TensorParallel&) = delete;
  TensorParallel& operator=(const TensorParallel&) = delete;
  virtual ~TensorParallel() = default;

  [[nodiscard]] virtual std::int64_t size() const = 0;
  [[nodiscard]] virtual std::int64_t rank() const = 0;
  virtual void sum(View buffer) = 0;
  virtual void maximum(View buffer) = 0;
  /// whole [n, w] = the parts [n / t, w] of all ranks, in rank order.
  virtual void all_gather(ConstView part, View whole) = 0;
  /// part [n / t, w] = this rank's part of the sum of whole [n, w] over the ranks.
  virtual void reduce_scatter(ConstView whole, View part) = 0;
};

}  // namespace sim
