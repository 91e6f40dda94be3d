#pragma once

#include <cstdint>

#include "sim/tensor.hpp"

namespace parallel {

/// The one buffer of a rank into which ZeRO-2/3 write a micro-batch's weight gradients before they
/// are reduced, unit after unit. It lives from the step's first backward to its last reduction.
class GradientBucket {
 public:
  GradientBucket(sim::Meters& meters, sim::Dtype dtype) : meters_(meters), dtype_(dtype) {}

  /// Before the first step: the bucket must hold `size` elements.
  void reserve(std::int64_t size);
  /// Allocates the bucket unless it is there; nothing when no unit needs it.
  void open();
  void close() { buffer_.free(); }
  /// The bucket's first `size` elements, [1, size].
  [[nodiscard]] sim::View first(std::int64_t size) { return buffer_.view().column_block(0, size); }

 private:
  sim::Meters& meters_;
  sim::Dtype dtype_;
  std::int64_t size_ = 0;
  sim::Tensor buffer_;
};

}  // namespace parallel
