#include "parallel/zero/live_parameters.hpp"

#include <cstddef>

namespace parallel {

LiveParameters::LiveParameters(sim::Meters& meters, ModelStates& states, ranks::Group& dp)
    : meters_(meters), states_(states), dp_(dp), live_(states.layout().size_of.size()) {}

void LiveParameters::fetch(std::span<const sim::ParameterId> parameters) {
  std::vector<sim::ConstView> shards;
  std::vector<sim::View> whole;
  for (const sim::ParameterId id : parameters) {
    const auto at = static_cast<std::size_t>(id);
    const Block& block = states_.layout().block_of[at];
    const sim::View shard = states_.own_weights(block.full, block.own, block.own_size);
    ENSURE(live_[at].empty(), id);
    live_[at] = sim::Tensor(meters_, {sim::Category::live_parameters}, shard.dtype, 1, block.size);
    shards.push_back(shard);
    whole.push_back(live_[at]);
  }
  dp_.all_gather(shards, whole);
}

void LiveParameters::release(std::span<const sim::ParameterId> parameters) {
  for (const sim::ParameterId id : parameters) live_[static_cast<std::size_t>(id)].free();
}

sim::ConstView LiveParameters::at(sim::ParameterId parameter) const {
  const auto at = static_cast<std::size_t>(parameter);
  ENSURE(!live_[at].empty(), parameter);
  return live_[at].view().column_block(0, states_.layout().size_of[at]);
}

}  // namespace parallel
