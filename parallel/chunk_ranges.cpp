#include "parallel/chunk_ranges.hpp"

#include <numeric>

namespace parallel {

sim::ChunkRange chunk_range(const Plan& plan, int virtual_stage) {
  const auto begin = plan.layers_per_stage.begin();
  return {.first_layer = std::accumulate(begin, begin + virtual_stage, std::int64_t{0}),
          .layer_count = plan.layers_per_stage.at(static_cast<std::size_t>(virtual_stage)),
          .has_embedding = virtual_stage == 0,
          .has_head = virtual_stage + 1 == plan.mesh.pp * plan.virtual_stages};
}

}  // namespace parallel
