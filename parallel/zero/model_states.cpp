#include "parallel/zero/model_states.hpp"

#include <utility>

#include "sim/kernels/optimizer/adamw_8bit.hpp"
#include "sim/kernels/optimizer/sgd.hpp"

namespace parallel {
namespace {

using sim::Category;
using sim::Dtype;
using sim::Tensor;
using sim::View;

Tensor make_zeroed(sim::Meters& meters, Category category, Dtype dtype, std::int64_t size) {
  Tensor tensor(meters, {category}, dtype, 1, size);
  sim::set_zero(tensor);
  return tensor;
}

View part(Tensor& tensor, std::int64_t offset, std::int64_t length) {
  return tensor.view().column_block(offset, length);
}

/// The one place where the plan's choice of an optimizer becomes its class.
std::unique_ptr<sim::OptimizerStates> make_optimizer_states(sim::Meters& meters,
                                                            const OptimizerPlan& plan,
                                                            std::int64_t size) {
  switch (plan.type) {
    case OptimizerType::adamw:
      return std::make_unique<sim::AdamWStates>(meters, plan.adamw, size);
    case OptimizerType::adamw_8bit:
      return sim::make_adamw_8bit_states(meters, plan.adamw, size);
    case OptimizerType::sgd:
      break;
  }
  const sim::Sgd sgd = {.learning_rate = plan.adamw.learning_rate, .momentum = plan.momentum};
  return std::make_unique<sim::SgdStates>(meters, sgd, size);
}

}  // namespace

ModelStates::ModelStates(sim::Meters& meters, const PrecisionPlan& precision,
                         const OptimizerPlan& optimizer, Sharding sharding, StateLayout layout)
    : layout_(std::move(layout)), sharding_(sharding) {
  const std::int64_t own = layout_.own_size;
  const std::int64_t full = layout_.full_size;
  weights_ =
      make_zeroed(meters, Category::weights, precision.weights, sharding.weights ? own : full);
  gradients_ = make_zeroed(meters, Category::gradients, precision.gradients,
                           sharding.gradients ? own : full);
  if (precision.master) master_ = make_zeroed(meters, Category::optimizer, Dtype::fp32, own);
  for (const OptimizerTensor& tensor : layout_.tensors) {
    optimizer_.push_back(make_optimizer_states(meters, optimizer, tensor.length));
  }
}

View ModelStates::whole_weights(std::int64_t full, std::int64_t length) {
  ENSURE(!sharding_.weights);
  return part(weights_, full, length);
}

sim::ConstView ModelStates::whole_weights(std::int64_t full, std::int64_t length) const {
  ENSURE(!sharding_.weights);
  return weights_.view().column_block(full, length);
}

View ModelStates::whole_gradients(std::int64_t full, std::int64_t length) {
  ENSURE(!sharding_.gradients);
  return part(gradients_, full, length);
}

View ModelStates::own_weights(std::int64_t full, std::int64_t own, std::int64_t length) {
  return part(weights_, sharding_.weights ? own : full, length);
}

View ModelStates::own_gradients(std::int64_t full, std::int64_t own, std::int64_t length) {
  return part(gradients_, sharding_.gradients ? own : full, length);
}

sim::OptimizedTensor ModelStates::optimized(const OptimizerTensor& tensor,
                                            std::span<const sim::DecayRun> decays) {
  return {.weights = own_weights(tensor.full, tensor.own, tensor.length),
          .master = own_master(tensor.own, tensor.length),
          .gradient = own_gradients(tensor.full, tensor.own, tensor.length),
          .decays = decays};
}

View ModelStates::weights_of(const Slice& slice) {
  return own_weights(slice.full, slice.own, slice.length);
}

View ModelStates::gradients_of(const Slice& slice) {
  return own_gradients(slice.full, slice.own, slice.length);
}

View ModelStates::own_master(std::int64_t own, std::int64_t length) {
  return master_.empty() ? View{} : part(master_, own, length);
}

View ModelStates::master_of(const Slice& slice) {
  return own_master(slice.own, slice.length);
}

}  // namespace parallel
