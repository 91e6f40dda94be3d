#include "parallel/dry.hpp"

#include "parallel/generate.hpp"
#include "parallel/train.hpp"
#include "sim/checked.hpp"

namespace parallel {

std::vector<int> rank_classes(const Plan& plan) {
  std::vector<int> first_ranks;
  first_ranks.reserve(static_cast<std::size_t>(plan.mesh.pp));
  for (int stage = 0; stage < plan.mesh.pp; ++stage) {
    first_ranks.push_back(ranks::rank_of({.pp = stage}, plan.mesh));
  }
  return first_ranks;
}

Measurement walk_class(const Plan& plan, int first_rank) {
  Measurement measured = plan.mode == Mode::inference ? walk_generation(plan, first_rank)
                                                      : walk_training(plan, first_rank);
  measured.count = std::int64_t{plan.mesh.tp} * plan.mesh.dp;
  return measured;
}

std::int64_t model_size(const Plan& plan) {
  sim::Checked size = 0;
  for (const sim::ParameterSpec& spec : sim::model_parameters(plan.model).specs) {
    size = size + sim::local_size(spec, {});
  }
  return size.value();
}

}  // namespace parallel
