#include "parallel/plan.hpp"

#include <iterator>
#include <numeric>

#include "sim/ensure.hpp"

namespace parallel {

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
