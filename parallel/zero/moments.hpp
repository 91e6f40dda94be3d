#pragma once

#include <variant>
#include <vector>

#include "parallel/plan.hpp"
#include "parallel/zero/layout.hpp"
#include "sim/kernels/optimizer/adamw_8bit.hpp"
#include "sim/kernels/optimizer/sgd.hpp"
#include "sim/tensor.hpp"

namespace parallel {

/// AdamW's fp32 moments, [1, n].
struct AdamWMoments {
  sim::Tensor first;
  sim::Tensor second;
};

/// SGD's fp32 momentum, [1, n]; without momentum there is none.
struct SgdMoments {
  sim::Tensor momentum;
};

/// AdamW's moments of one tensor in 8 bits, with a scale a block.
struct QuantisedMoments {
  sim::Tensor first_codes;
  sim::Tensor first_absmax;
  sim::Tensor second_codes;
  sim::Tensor second_absmax;
};

/// A small tensor keeps fp32 moments.
using TensorMoments = std::variant<AdamWMoments, QuantisedMoments>;

struct AdamW8BitMoments {
  std::vector<TensorMoments> tensors;  // by the layout's optimizer tensors
};

/// What an optimizer remembers of the elements that the rank owns: AdamW and SGD in the order of
/// the own buffer, 8-bit AdamW by tensor.
using Moments = std::variant<AdamWMoments, SgdMoments, AdamW8BitMoments>;

/// Moments of zero for the plan's optimizer, charged to `optimizer`.
Moments make_moments(sim::Meters& meters, const OptimizerPlan& plan, const StateLayout& layout);

}  // namespace parallel
