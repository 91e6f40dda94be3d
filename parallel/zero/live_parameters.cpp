#include "parallel/zero/live_parameters.hpp"

#include <cstddef>

namespace parallel {

LiveParameters::LiveParameters(sim::Meters& meters, ModelStates& states, ranks::Group& dp)
    : meters_(meters), states_(states), dp_(dp), live_(states.layout().size_of.size()) {}

void LiveParameters::fetch(std::span<const sim::ParameterId> parameters) {
  for (const sim::ParameterId id : parameters) {
    const auto at = static_cast<std::size_t>(id);
    ENSURE(live_[at].empty(), id);
    const Block& block = states_.layout().block_of[at];
    const sim::Dtype dtype = states_.own_weights(block.full, block.own, 0).dtype;
    live_[at] = sim::Tensor(meters_, {sim::Category::live_parameters}, dtype, 1, block.size);
    bytes_ += live_[at].view().bytes();
  }
  refresh(parameters);
}

void LiveParameters::refresh(std::span<const sim::ParameterId> parameters) {
  if (parameters.empty()) return;
  std::vector<sim::ConstView> shards;
  std::vector<sim::View> whole;
  for (const sim::ParameterId id : parameters) {
    const auto at = static_cast<std::size_t>(id);
    ENSURE(!live_[at].empty(), id);
    const Block& block = states_.layout().block_of[at];
    shards.push_back(states_.own_weights(block.full, block.own, block.own_size));
    whole.push_back(live_[at]);
  }
  dp_.all_gather(shards, whole);
}

void LiveParameters::release(std::span<const sim::ParameterId> parameters) {
  for (const sim::ParameterId id : parameters) {
    sim::Tensor& whole = live_[static_cast<std::size_t>(id)];
    ENSURE(!whole.empty(), id);
    bytes_ -= whole.view().bytes();
    whole.free();
  }
}

sim::ConstView LiveParameters::at(sim::ParameterId parameter) const {
  const auto at = static_cast<std::size_t>(parameter);
  ENSURE(!live_[at].empty(), parameter);
  return live_[at].view().column_block(0, states_.layout().size_of[at]);
}

}  // namespace parallel
