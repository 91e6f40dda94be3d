#include "parallel/zero/layout.hpp"

#include <algorithm>

#include "sim/checked.hpp"

namespace parallel {
namespace {

using sim::Checked;

class Builder {
 public:
  Builder(std::span<const sim::ParameterSpec> specs, sim::ShardOf tensor_shard, Sharding sharding,
          sim::ShardOf data_shard)
      : specs_(specs), sharding_(sharding), data_shard_(data_shard) {
    for (const sim::ParameterSpec& spec : specs) {
      layout_.size_of.push_back(sim::local_size(spec, tensor_shard));
      layout_.parameters = (Checked(layout_.parameters) + layout_.size_of.back()).value();
    }
    layout_.unit_of.resize(specs.size());
    layout_.full_of.resize(specs.size());
    layout_.block_of.resize(specs.size());
  }

  StateLayout build(std::int64_t bucket_size) {
    std::vector<sim::ParameterId> open;
    std::int64_t open_size = 0;
    const auto close = [&] {
      if (!open.empty()) add_unit(std::move(open));
      open.clear();
      open_size = 0;
    };
    for (auto id = static_cast<sim::ParameterId>(specs_.size()) - 1; id >= 0; --id) {
      const bool alone = spec(id).is_tied;
      if (alone || open_size + size(id) > bucket_size) close();
      open.push_back(id);
      open_size += size(id);
      if (alone) close();
    }
    close();
    return std::move(layout_);
  }

 private:
  [[nodiscard]] const sim::ParameterSpec& spec(sim::ParameterId id) const {
    return specs_[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] std::int64_t size(sim::ParameterId id) const {
    return layout_.size_of[static_cast<std::size_t>(id)];
  }

  void add_unit(std::vector<sim::ParameterId> members) {
    Unit unit{.members = std::move(members), .full = layout_.full_size, .own = layout_.own_size};
    unit.uses = spec(unit.members.front()).uses;
    if (sharding_.weights) {
      for (const sim::ParameterId id : unit.members) add_block(unit, {&id, 1});
    } else {
      add_block(unit, unit.members);
    }
    unit.size = layout_.full_size - unit.full;
    unit.own_size = layout_.own_size - unit.own;
    for (const sim::ParameterId id : unit.members) {
      layout_.unit_of[static_cast<std::size_t>(id)] = layout_.units.size();
    }
    layout_.units.push_back(std::move(unit));
  }

  void add_block(Unit& unit, std::span<const sim::ParameterId> members) {
    Block block{.full = layout_.full_size, .own = layout_.own_size};
    for (const sim::ParameterId id : members) {
      layout_.full_of[static_cast<std::size_t>(id)] = block.full + block.size;
      block.size += size(id);
    }
    const std::int64_t parts = sharding_.optimizer ? data_shard_.size : 1;
    block.own_size = sim::ceil_divide(block.size, parts);
    block.size = (Checked(block.own_size) * parts).value();
    for (const sim::ParameterId id : members)
      layout_.block_of[static_cast<std::size_t>(id)] = block;
    add_tensors(block, members);
    layout_.full_size = (Checked(layout_.full_size) + block.size).value();
    layout_.own_size += block.own_size;
    unit.blocks.push_back(block);
  }

  void add_tensors(const Block& block, std::span<const sim::ParameterId> members) {
    const std::size_t first = layout_.slices.size();
    add_slices(block, members);
    if (sharding_.weights || sharding_.steps_units) {
      add_tensor(first, layout_.slices.size() - first);
      return;
    }
    for (std::size_t i = first; i < layout_.slices.size(); ++i) add_tensor(i, 1);
  }

  void add_tensor(std::size_t first_slice, std::size_t count) {
    const Slice& first = layout_.slices[first_slice];
    const Slice& last = layout_.slices[first_slice + count - 1];
    layout_.tensors.push_back({.full = first.full,
                               .own = first.own,
                               .length = last.own + last.length - first.own,
                               .first_slice = first_slice,
                               .slice_count = count});
  }

  /// The intersection of the block's own part with each member, and the padding after them.
  void add_slices(const Block& block, std::span<const sim::ParameterId> members) {
    const std::int64_t part = sharding_.optimizer ? data_shard_.rank : 0;
    const std::int64_t begin = block.full + part * block.own_size;
    const std::int64_t end = begin + block.own_size;
    std::int64_t at = begin;
    const auto add = [&](sim::ParameterId id, std::int64_t offset, std::int64_t until) {
      if (until <= at) return;
      layout_.slices.push_back({id, offset, until - at, at, block.own + at - begin});
      at = until;
    };
    for (const sim::ParameterId id : members) {
      const std::int64_t first = layout_.full_of[static_cast<std::size_t>(id)];
      add(id, at - first, std::min(first + size(id), end));
    }
    add(sim::no_parameter, 0, end);
  }

  std::span<const sim::ParameterSpec> specs_;
  Sharding sharding_;
  sim::ShardOf data_shard_;
  StateLayout layout_;
};

}  // namespace

StateLayout make_layout(std::span<const sim::ParameterSpec> specs, sim::ShardOf tensor_shard,
                        Sharding sharding, sim::ShardOf data_shard, std::int64_t bucket_size) {
  return Builder(specs, tensor_shard, sharding, data_shard).build(bucket_size);
}

}  // namespace parallel
