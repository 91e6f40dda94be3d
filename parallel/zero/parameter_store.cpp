#include "parallel/zero/parameter_store.hpp"

#include <algorithm>

#include "sim/checked.hpp"

namespace parallel {
namespace {

sim::ShardOf shard_of(const ranks::Group& group) {
  return {group.rank(), group.size()};
}

ModelStates make_states(sim::Meters& meters, const Plan& plan, const Groups& groups,
                        const sim::ChunkParameters& parameters) {
  const Sharding sharding = sharding_of(plan.zero.stage, groups.dp.size());
  return {meters, plan.precision, plan.optimizer, sharding,
          make_layout(parameters.specs, shard_of(groups.tp), sharding, shard_of(groups.dp),
                      plan.zero.reduce_bucket_size)};
}

}  // namespace

ParameterStore::ParameterStore(sim::Meters& meters, const Plan& plan, Groups& groups,
                               const sim::ChunkParameters& parameters, PartialGradients& partial,
                               GradientBucket& bucket)
    : groups_(groups),
      partial_(partial),
      parameters_(parameters),
      allgather_bucket_size_(plan.zero.allgather_bucket_size),
      states_(make_states(meters, plan, groups, parameters)),
      gathered_(meters, plan.zero.stage3, states_, groups.dp, parameters.modules),
      reducer_(meters, parameters.specs, states_, groups.dp, partial, bucket,
               plan.zero.reduce_scatter) {}

sim::ShardOf ParameterStore::tensor_shard() const {
  return shard_of(groups_.tp);
}

bool ParameterStore::counts(const Slice& slice) const {
  if (slice.parameter == sim::no_parameter || spec(slice.parameter).is_tied_copy) return false;
  const std::int64_t sharers = sim::sharers(spec(slice.parameter), tensor_shard());
  return groups_.tp.rank() % sharers == 0 &&
         (states_.sharding().optimizer || groups_.dp.rank() == 0);
}

sim::ConstView ParameterStore::weight(sim::ParameterId id) const {
  const auto at = static_cast<std::size_t>(id);
  const StateLayout& layout = states_.layout();
  const sim::ConstView flat = states_.sharding().weights
                                  ? gathered_.at(id)
                                  : states_.whole_weights(layout.full_of[at], layout.size_of[at]);
  return flat.reshaped(local_rows(spec(id), tensor_shard()),
                       local_columns(spec(id), tensor_shard()));
}

/// A weight half alone enters no module.
void ParameterStore::begin_backward(Half half, std::int64_t micro_batch) {
  if (half != Half::weight) gathered_.begin(Pass::backward);
  reducer_.begin_backward(half, micro_batch);
}

sim::View ParameterStore::begin_gradient(sim::ParameterId id) {
  return reducer_.begin(id).reshaped(local_rows(spec(id), tensor_shard()),
                                     local_columns(spec(id), tensor_shard()));
}

void ParameterStore::collect_partial_gradients() {
  if (states_.sharding().gradients) return;
  const StateLayout& layout = states_.layout();
  for (std::size_t i = 0; i < specs().size(); ++i) {
    partial_.add(specs()[i], states_.whole_gradients(layout.full_of[i], layout.size_of[i]));
  }
}

void ParameterStore::reduce_gradients() {
  gathered_.end_step();
  for (std::size_t i = 0; i < specs().size(); ++i) {
    if (specs()[i].is_tied && !states_.sharding().gradients) sum_tied(i);
  }
  reducer_.reduce_step();
  for (std::size_t i = 0; i < specs().size(); ++i) {
    if (specs()[i].is_tied && states_.sharding().gradients) sum_tied(i);
  }
}

/// The two copies of a tied table, on the first and the last stage: whole where gradients are
/// whole (before the data-parallel reduction), else the rank's own part (after it).
void ParameterStore::sum_tied(std::size_t parameter) {
  const StateLayout& layout = states_.layout();
  const Block& block = layout.block_of[parameter];
  groups_.tied.all_reduce(
      states_.sharding().gradients
          ? states_.own_gradients(block.full, block.own, block.own_size)
          : states_.whole_gradients(layout.full_of[parameter], layout.size_of[parameter]));
}

void ParameterStore::gather_weights() {
  gathered_.after_optimizer();
  if (!states_.sharding().optimizer || states_.sharding().weights) return;
  for (const Unit& unit : states_.layout().units) {
    const sim::View whole = states_.whole_weights(unit.full, unit.size);
    const std::int64_t wanted = sim::ceil_divide(unit.size, allgather_bucket_size_);
    const std::int64_t calls = std::min(wanted, unit.own_size);
    for (std::int64_t i = 0; i < calls; ++i) {
      const sim::Part part = sim::part_of(unit.own_size, calls, i);
      groups_.dp.all_gather_in_place(whole, part.first, part.count);
    }
  }
}

}  // namespace parallel
