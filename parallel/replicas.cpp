#include "parallel/replicas.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/ensure.hpp"
#include "sim/model/parameter_spec.hpp"

namespace parallel {
namespace {

/// The bits of a value; of a NaN those of one NaN. `infinity`: the type's own.
template <class Bits>
std::uint64_t canonical(Bits bits, Bits infinity) {
  const Bits magnitude = static_cast<Bits>(bits & (static_cast<Bits>(~Bits{0}) >> 1U));
  return magnitude > infinity ? static_cast<Bits>(~Bits{0}) : bits;
}

/// A sum of terms that do not depend on each other: an odd factor of its own for each place turns
/// a single difference into a different sum.
template <class Bits>
std::uint64_t fingerprint_of(sim::ConstView values, Bits infinity) {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
  const auto* const bits = reinterpret_cast<const Bits*>(values.data);
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < values.size(); ++i) {
    const std::uint64_t factor = (static_cast<std::uint64_t>(i) * golden) | 1U;
    sum += (canonical(bits[i], infinity) + 1) * factor;
  }
  return sum;
}

/// What the ranks of one group hold alike, tensor by tensor in the same order.
class Copies {
 public:
  /// `members`: the group's ranks by their number in the mesh.
  Copies(ranks::Group& group, std::vector<int> members)
      : group_(group), members_(std::move(members)) {}

  void add(const std::string& name, std::int64_t fingerprint) {
    names_.push_back(name);
    fingerprints_.push_back(fingerprint);
  }

  void compare() const {
    if (group_.size() == 1 || names_.empty()) return;
    const std::size_t count = names_.size();
    std::vector<std::int64_t> all(count * static_cast<std::size_t>(group_.size()));
    const sim::ConstView own = view_of(fingerprints_);
    const sim::View of_all{reinterpret_cast<std::byte*>(all.data()), sim::Dtype::int64, 1,
                           std::ssize(all), std::ssize(all)};
    group_.all_gather({&own, 1}, {&of_all, 1});
    for (std::size_t rank = 1; rank < members_.size(); ++rank) {
      for (std::size_t i = 0; i < count; ++i) {
        if (all[rank * count + i] != all[i]) fail(names_[i], members_[rank]);
      }
    }
  }

 private:
  static sim::ConstView view_of(const std::vector<std::int64_t>& numbers) {
    return {reinterpret_cast<const std::byte*>(numbers.data()), sim::Dtype::int64, 1,
            std::ssize(numbers), std::ssize(numbers)};
  }

  [[noreturn]] void fail(const std::string& name, int rank) const {
    throw sim::Error(
        fmt::format("replicas differ: ranks {} and {} hold other values of {} after the last step, "
                    "and must hold the same over {}",
                    members_.front(), rank, name, name_of(group_.axis())));
  }

  ranks::Group& group_;
  std::vector<int> members_;
  std::vector<std::string> names_;
  std::vector<std::int64_t> fingerprints_;
};

/// This rank's own elements of parameter `id`: all of its local ones, or its part of them where
/// weights are split.
sim::ConstView held_values(ParameterStore& store, std::size_t id) {
  ModelStates& states = store.states();
  const StateLayout& layout = states.layout();
  if (!states.sharding().weights) {
    return states.whole_weights(layout.full_of[id], layout.size_of[id]);
  }
  const Block& block = layout.block_of[id];
  return states.own_weights(block.full, block.own, block.own_size);
}

std::vector<int> kv_sharers(const std::vector<int>& tp_members, int tp_rank, int sharers) {
  const int first = tp_rank / sharers * sharers;
  return {tp_members.begin() + first, tp_members.begin() + first + sharers};
}

/// Whether what tensor-parallel ranks hold in common stays equal to the bit. 8-bit moments of ZeRO
/// 1 and 2 are coded by blocks of a unit, and a block that a replicated tensor shares with a split
/// one has other neighbours, so another scale, on each of these ranks.
bool is_equal_over_tp(const Plan& plan) {
  const bool has_units = plan.zero.stage == 1 || plan.zero.stage == 2;
  return !(has_units && plan.optimizer.type == OptimizerType::adamw_8bit);
}

}  // namespace

std::uint64_t fingerprint(sim::ConstView values) {
  ENSURE(values.contiguous(), values.rows, values.columns, values.stride);
  switch (values.dtype) {
    case sim::Dtype::fp32:
      return fingerprint_of<std::uint32_t>(values, 0x7F800000U);
    case sim::Dtype::fp16:
      return fingerprint_of<std::uint16_t>(values, 0x7C00U);
    case sim::Dtype::bf16:
      return fingerprint_of<std::uint16_t>(values, 0x7F80U);
    default:
      break;
  }
  throw sim::Error(fmt::format("no fingerprint of {}", name_of(values.dtype)));
}

void check_replicas(Groups& groups, const Plan& plan, std::span<ParameterStore* const> stores) {
  if (groups.control.size() == 1) return;
  const int rank = groups.control.rank();
  const std::vector<int> of_tp = members(ranks::Axis::tp, rank, plan.mesh);
  Copies over_dp(groups.dp, members(ranks::Axis::dp, rank, plan.mesh));
  Copies over_tp(groups.tp, of_tp);
  Copies over_kv_sharers(groups.kv_sharers,
                         kv_sharers(of_tp, groups.tp.rank(), groups.kv_sharers.size()));
  Copies over_ends(groups.tied, members(ranks::Axis::tied, rank, plan.mesh));
  const bool is_equal = is_equal_over_tp(plan);
  for (ParameterStore* store : stores) {
    for (std::size_t id = 0; id < store->specs().size(); ++id) {
      const sim::ParameterSpec& spec = store->specs()[id];
      const auto values = static_cast<std::int64_t>(fingerprint(held_values(*store, id)));
      const std::int64_t sharers = sim::sharers(spec, store->tensor_shard());
      if (!store->states().sharding().weights) over_dp.add(spec.name, values);
      if (is_equal && sharers == groups.tp.size()) {
        over_tp.add(spec.name, values);
      } else if (is_equal && sharers > 1) {
        over_kv_sharers.add(spec.name, values);
      }
      if (spec.is_tied) over_ends.add(spec.name, values);
    }
  }
  for (const Copies* copies : {&over_dp, &over_tp, &over_kv_sharers, &over_ends}) copies->compare();
}

}  // namespace parallel
