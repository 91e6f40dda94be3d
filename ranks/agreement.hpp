#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <mpi.h>

#include "sim/dtype.hpp"

namespace ranks {

/// One collective call as a rank makes it.
struct CollectiveCall {
  std::array<char, 24> operation{};
  std::int64_t elements = 0;
  sim::Dtype dtype = sim::Dtype::fp32;

  CollectiveCall(std::string_view name, std::int64_t element_count, sim::Dtype type);
  bool operator==(const CollectiveCall&) const = default;
};

/// Whether ranks tell each other what they are about to call: in debug builds, and where the
/// environment says SHARDSCOPE_CHECK_COLLECTIVES=1 (or, in debug builds, not 0). It costs one small
/// message more a call.
bool collectives_are_checked();

/// Throws sim::Error on every rank when not all of them are about to call the same: at once, and
/// with the ranks (of MPI_COMM_WORLD) and their calls, where MPI itself would wait, or mix up
/// their messages. Collective over `handle`; `label` names it.
void require_agreement(MPI_Comm handle, std::string_view label, const CollectiveCall& own);

}  // namespace ranks
