#pragma once

#include <vector>

#include "parallel/sources.hpp"
#include "parallel/zero/parameter_store.hpp"

namespace parallel {

/// The rank's elements [offset, offset + length) of one parameter, from the source or, where that
/// is empty, from (seed, name, index in the whole tensor); padded rows are zero.
std::vector<float> initial_values(const sim::ParameterSpec& spec, sim::ShardOf shard,
                                  const WeightSource& source, std::uint64_t seed,
                                  std::int64_t offset, std::int64_t length);

/// Fills a store's weights, and its master where there is one, as above. Padding
/// stays zero. No communication.
void set_initial_weights(ParameterStore& store, const WeightSource& source, std::uint64_t seed);

}  // namespace parallel
