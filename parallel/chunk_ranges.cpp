#include "parallel/chunk_ranges.hpp"

#include <iterator>
#include <numeric>

#include "sim/ensure.hpp"

namespace parallel {

sim::ChunkRange chunk_range(const Plan& plan, int virtual_stage) {
  const auto begin = plan.layers_per_stage.begin();
  return {.first_layer = std::accumulate(begin, begin + virtual_stage, std::int64_t{0}),
          .layer_count = plan.layers_per_stage.at(static_cast<std::size_t>(virtual_stage)),
          .has_embedding = virtual_stage == 0,
          .has_head = virtual_stage + 1 == plan.mesh.pp * plan.virtual_stages};
}

void check(const Plan& plan) {
  const std::int64_t layers =
      std::accumulate(plan.layers_per_stage.begin(), plan.layers_per_stage.end(), std::int64_t{0});
  const std::int64_t chunks = std::int64_t{plan.mesh.pp} * plan.virtual_stages;
  ENSURE(std::ssize(plan.layers_per_stage) == chunks && layers == plan.model.layers,
         plan.layers_per_stage.size(), plan.mesh.pp, plan.virtual_stages, layers,
         plan.model.layers);
  const std::int64_t unit = plan.micro_batch_size * plan.mesh.dp;
  ENSURE(unit > 0 && plan.global_batch_size % unit == 0, plan.global_batch_size,
         plan.micro_batch_size, plan.mesh.dp);
}

}  // namespace parallel
