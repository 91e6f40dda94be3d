#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parallel/zero/sharding.hpp"
#include "sim/model/parameters.hpp"

namespace parallel {

/// A run of elements that this rank owns, of one parameter or of padding.
struct Slice {
  sim::ParameterId parameter = sim::no_parameter;  // no_parameter: padding
  std::int64_t offset = 0;                         // within the parameter
  std::int64_t length = 0;
  std::int64_t full = 0;  // place in a buffer that holds every unit whole
  std::int64_t own = 0;   // place in a buffer that holds only what this rank owns
};

/// A part of a unit that is split evenly over the group: rank r owns its r-th part.
struct Block {
  std::int64_t full = 0;
  std::int64_t own = 0;
  std::int64_t size = 0;      // padded to a multiple of the group
  std::int64_t own_size = 0;  // size / d where states are split, else size
};

/// What is reduced in one call: whole parameters in reverse forward order.
struct Unit {
  std::vector<sim::ParameterId> members;
  std::vector<Block> blocks{};  // one, or one a parameter at stage 3
  std::int64_t full = 0;
  std::int64_t own = 0;
  std::int64_t size = 0;  // with padding
  std::int64_t own_size = 0;
  int uses = 1;  // modules that add to each member's gradient (2: a table tied within the chunk)
};

/// What the optimizer is handed as one tensor: a parameter (stage 0, and 3 in a group of one), the
/// rank's piece of a unit (stages 1 and 2) or its shard of a parameter (stage 3), with the padding
/// inside. It is contiguous in whole and split buffers alike and consists of whole slices.
struct OptimizerTensor {
  std::int64_t full = 0;
  std::int64_t own = 0;
  std::int64_t length = 0;
  std::size_t first_slice = 0;
  std::size_t slice_count = 0;
};

/// Where the elements of a chunk's parameters lie on one rank, whole and split. Pure arithmetic.
struct StateLayout {
  std::vector<Unit> units;
  std::vector<std::size_t> unit_of;      // by parameter
  std::vector<std::int64_t> size_of;     // by parameter: the rank's own elements, unpadded
  std::vector<std::int64_t> full_of;     // by parameter: place in the full buffer
  std::vector<Block> block_of;           // by parameter: the block that holds it
  std::vector<Slice> slices;             // what this rank owns, in order of `own`
  std::vector<OptimizerTensor> tensors;  // the same elements, as the optimizer is handed them
  std::int64_t full_size = 0;
  std::int64_t own_size = 0;
  std::int64_t parameters = 0;  // without padding

  [[nodiscard]] std::int64_t padding() const { return full_size - parameters; }
  [[nodiscard]] std::span<const Slice> slices_of(const OptimizerTensor& tensor) const {
    return std::span(slices).subspan(tensor.first_slice, tensor.slice_count);
  }
};

/// Units as MEASURES.md fixes them: whole parameters in reverse forward order, closed before they
/// would pass `bucket_size` elements (counted without padding); a larger parameter is a unit
/// alone, and so is a tied table. Under ZeRO-1/2 a unit is padded to a multiple of the group,
/// under ZeRO-3 every parameter is.
StateLayout make_layout(std::span<const sim::ParameterSpec> specs, sim::ShardOf tensor_shard,
                        Sharding sharding, sim::ShardOf data_shard, std::int64_t bucket_size);

}  // namespace parallel
