#pragma once

#include "sim/tensor.hpp"

namespace sim {

/// One layer's keys and values of all positions so far, position-major as every token tensor:
/// [(prompt + new) * b, max(k/t, 1) head_dim] each.
struct KvCache {
  Tensor key;
  Tensor value;
};

}  // namespace sim
