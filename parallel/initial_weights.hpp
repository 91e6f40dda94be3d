#pragma once

#include "parallel/sources.hpp"
#include "parallel/zero/parameter_store.hpp"

namespace parallel {

/// Fills a store's weights, and its master where there is one, from the source or, where that is
/// empty, from (seed, name, index in the whole tensor). Padding stays zero. No communication.
void set_initial_weights(ParameterStore& store, const WeightSource& source, std::uint64_t seed);

}  // namespace parallel
