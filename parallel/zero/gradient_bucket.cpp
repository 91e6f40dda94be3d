#include "parallel/zero/gradient_bucket.hpp"

#include <algorithm>

namespace parallel {

void GradientBucket::reserve(std::int64_t size) {
  size_ = std::max(size_, size);
}

void GradientBucket::open() {
  if (!buffer_.empty() || size_ == 0) return;
  buffer_ = sim::Tensor(meters_, {sim::Category::communication}, dtype_, 1, size_);
}

}  // namespace parallel
