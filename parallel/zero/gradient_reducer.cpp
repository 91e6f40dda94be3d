#include "parallel/zero/gradient_reducer.hpp"

#include <algorithm>

#include "sim/kernels/convert.hpp"

namespace parallel {

using sim::View;

namespace {

/// Whether a weight half adds to the unit: it has the matrix of a linear.
bool has_weights(const Unit& unit, const std::vector<sim::ParameterSpec>& specs) {
  return std::any_of(unit.members.begin(), unit.members.end(), [&](sim::ParameterId member) {
    const sim::ParameterSpec& spec = specs[static_cast<std::size_t>(member)];
    return !spec.is_vector && !spec.is_table;
  });
}

}  // namespace

GradientReducer::GradientReducer(sim::Meters& meters, const std::vector<sim::ParameterSpec>& specs,
                                 ModelStates& states, ranks::Group& dp, PartialGradients& partial,
                                 GradientBucket& bucket, bool reduce_scatter)
    : meters_(meters),
      specs_(specs),
      states_(states),
      dp_(dp),
      partial_(partial),
      bucket_(bucket),
      reduce_scatter_(reduce_scatter),
      progress_(states.layout().units.size()) {
  if (!states.sharding().gradients) return;
  for (const Unit& unit : states.layout().units) {
    if (unit.uses == 1) bucket_.reserve(unit.size);
    has_weights_.push_back(has_weights(unit, specs));
  }
}

View GradientReducer::begin(sim::ParameterId parameter) {
  const StateLayout& layout = states_.layout();
  const auto id = static_cast<std::size_t>(parameter);
  if (!states_.sharding().gradients) {
    return states_.whole_gradients(layout.full_of[id], layout.size_of[id]);
  }
  const std::size_t at = layout.unit_of[id];
  if (waits(at)) return open_waiting(at, parameter);
  const View whole = progress_[at].begun++ == 0 ? open_unit(at) : buffer_of(at);
  return place_of(parameter, whole);
}

/// The parameter's elements in its unit's buffer.
View GradientReducer::place_of(sim::ParameterId parameter, View whole) const {
  const StateLayout& layout = states_.layout();
  const auto id = static_cast<std::size_t>(parameter);
  return whole.column_block(layout.full_of[id] - layout.units[layout.unit_of[id]].full,
                            layout.size_of[id]);
}

View GradientReducer::open_waiting(std::size_t unit, sim::ParameterId parameter) {
  const std::int64_t size = states_.layout().size_of[static_cast<std::size_t>(parameter)];
  std::vector<Waiting>& waiting = waiting_[{micro_batch_, unit}];
  waiting.push_back(
      {parameter, sim::Tensor(meters_, {sim::Category::communication}, dtype(), 1, size)});
  sim::set_zero(waiting.back().gradient);
  return waiting.back().gradient;
}

/// What the input half has put aside of a unit that is now open.
void GradientReducer::take_waiting(std::size_t unit, View whole) {
  const auto at = waiting_.find({micro_batch_, unit});
  if (at == waiting_.end()) return;
  for (const Waiting& waiting : at->second) {
    sim::accumulate(waiting.gradient, place_of(waiting.parameter, whole));
  }
  progress_[unit].begun += at->second.size();
  progress_[unit].ended += at->second.size();
  waiting_.erase(at);
}

View GradientReducer::open_unit(std::size_t at) {
  const Unit& unit = states_.layout().units[at];
  if (unit.uses > 1) {
    progress_[at].own_buffer =
        sim::Tensor(meters_, {sim::Category::communication}, dtype(), 1, unit.size);
  }
  const View whole = buffer_of(at);
  sim::set_zero(whole);
  if (half_ == Half::weight) take_waiting(at, whole);
  return whole;
}

View GradientReducer::buffer_of(std::size_t at) {
  const Unit& unit = states_.layout().units[at];
  return unit.uses > 1 ? progress_[at].own_buffer.view() : bucket_.first(unit.size);
}

void GradientReducer::end(sim::ParameterId parameter) {
  if (!states_.sharding().gradients) return;
  const std::size_t at = states_.layout().unit_of[static_cast<std::size_t>(parameter)];
  if (waits(at)) return;
  const Unit& unit = states_.layout().units[at];
  Progress& progress = progress_[at];
  const std::size_t expected = unit.members.size() * static_cast<std::size_t>(unit.uses);
  if (++progress.ended < expected) return;
  sum_partial(unit, buffer_of(at));
  reduce(unit, buffer_of(at), true);
  progress = {};
}

void GradientReducer::sum_partial(const Unit& unit, View whole) {
  for (const sim::ParameterId member : unit.members) {
    partial_.add(specs_[static_cast<std::size_t>(member)], place_of(member, whole));
  }
  partial_.sum();
}

void GradientReducer::reduce_step() {
  ENSURE(waiting_.empty(), waiting_.size(), "weight halves are missing");
  if (states_.sharding().gradients || dp_.size() == 1) return;
  for (const Unit& unit : states_.layout().units) {
    reduce(unit, states_.whole_gradients(unit.full, unit.size), false);
  }
}

void GradientReducer::reduce(const Unit& unit, View whole, bool is_bucket) {
  if (states_.sharding().optimizer && reduce_scatter_) {
    scatter(unit, whole, is_bucket);
    return;
  }
  dp_.all_reduce(whole);
  if (!is_bucket) return;
  for (const Block& block : unit.blocks) {
    const std::int64_t own_part = block.full - unit.full + dp_.rank() * block.own_size;
    sim::accumulate(whole.column_block(own_part, block.own_size),
                    states_.own_gradients(block.full, block.own, block.own_size));
  }
}

/// Sums each block's r-th part to rank r through a staging buffer, then into the own piece:
/// added where micro-batches accumulate there, copied where they did before the reduction.
void GradientReducer::scatter(const Unit& unit, View whole, bool accumulate) {
  sim::Tensor staging(meters_, {sim::Category::communication}, whole.dtype, 1, unit.own_size);
  std::vector<sim::ConstView> inputs;
  std::vector<View> outputs;
  for (const Block& block : unit.blocks) {
    inputs.push_back(whole.column_block(block.full - unit.full, block.size));
    outputs.push_back(staging.view().column_block(block.own - unit.own, block.own_size));
  }
  dp_.reduce_scatter(inputs, outputs);
  const std::int64_t own_full = unit.full + dp_.rank() * unit.own_size;
  const View own = states_.own_gradients(own_full, unit.own, unit.own_size);
  if (accumulate) {
    sim::accumulate(staging, own);
  } else {
    sim::convert(staging, own);
  }
}

}  // namespace parallel
