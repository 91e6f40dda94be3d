#include "parallel/zero/moments.hpp"

namespace parallel {
namespace {

using sim::Dtype;
using sim::Tensor;

Tensor make_zeroed(sim::Meters& meters, Dtype dtype, std::int64_t size) {
  Tensor tensor(meters, {sim::Category::optimizer}, dtype, 1, size);
  sim::set_zero(tensor);
  return tensor;
}

AdamWMoments make_exact(sim::Meters& meters, std::int64_t size) {
  return {.first = make_zeroed(meters, Dtype::fp32, size),
          .second = make_zeroed(meters, Dtype::fp32, size)};
}

QuantisedMoments make_quantised(sim::Meters& meters, std::int64_t size) {
  const std::int64_t blocks = sim::quantised_blocks(size);
  return {.first_codes = make_zeroed(meters, Dtype::uint8, size),
          .first_absmax = make_zeroed(meters, Dtype::fp32, blocks),
          .second_codes = make_zeroed(meters, Dtype::uint8, size),
          .second_absmax = make_zeroed(meters, Dtype::fp32, blocks)};
}

AdamW8BitMoments make_by_tensor(sim::Meters& meters, const StateLayout& layout) {
  AdamW8BitMoments moments;
  for (const OptimizerTensor& tensor : layout.tensors) {
    if (tensor.length < sim::smallest_quantised_tensor) {
      moments.tensors.emplace_back(make_exact(meters, tensor.length));
    } else {
      moments.tensors.emplace_back(make_quantised(meters, tensor.length));
    }
  }
  return moments;
}

}  // namespace

Moments make_moments(sim::Meters& meters, const OptimizerPlan& plan, const StateLayout& layout) {
  switch (plan.type) {
    case OptimizerType::adamw:
      return make_exact(meters, layout.own_size);
    case OptimizerType::adamw_8bit:
      return make_by_tensor(meters, layout);
    case OptimizerType::sgd:
      break;
  }
  if (plan.momentum == 0.0) return SgdMoments{};
  return SgdMoments{make_zeroed(meters, Dtype::fp32, layout.own_size)};
}

}  // namespace parallel
