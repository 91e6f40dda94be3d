#include "scenarios/fit/alternatives.hpp"

#include <algorithm>

#include "parallel/dry.hpp"
#include "scenarios/read/changes.hpp"
#include "sim/checked.hpp"

namespace scenarios {

namespace {

std::int64_t worst_peak(const parallel::Plan& plan) {
  std::int64_t worst = 0;
  for (const int first_rank : parallel::rank_classes(plan)) {
    worst = std::max(worst, parallel::walk_class(plan, first_rank).memory.total_peak);
  }
  return worst;
}

Alternative alternative_of(const Scenario& scenario, const Changes& changes) {
  const ChangedPlan changed = changed_plan(scenario, changes);
  Alternative alternative{.change = text_of(changes)};
  if (!changed.plan) {
    const std::string& what = changed.faults.front().what;
    alternative.refusal = what.substr(0, what.find(';'));
    return alternative;
  }
  alternative.ranks = changed.plan->mesh.size();
  try {
    alternative.peak_bytes = worst_peak(*changed.plan);
  } catch (const sim::Overflow& overflow) {
    alternative.refusal = overflow.what();
  }
  return alternative;
}

void add_next_zero_stage(const Scenario& scenario, std::vector<Alternative>& alternatives) {
  const std::int64_t stage = scenario.plan.zero.stage;
  for (std::int64_t next = stage + 1; next <= 3; ++next) {
    Alternative alternative = alternative_of(scenario, {{"zero.stage", next}});
    if (!alternative.peak_bytes && next < 3) continue;
    alternatives.push_back(std::move(alternative));
    return;
  }
}

void add_recomputation(const Scenario& scenario, std::vector<Alternative>& alternatives) {
  if (scenario.plan.mode == parallel::Mode::inference) return;  // it has no backward
  const sim::Recompute now = scenario.plan.activations.recompute;
  const auto add = [&](const char* word) {
    alternatives.push_back(alternative_of(scenario, {{"recompute", std::string(word)}}));
  };
  if (now == sim::Recompute::none) add("selective");
  if (now != sim::Recompute::full) add("full");
}

void add_twice_the_tensor_ranks(const Scenario& scenario, std::vector<Alternative>& alternatives) {
  const ranks::MeshShape& mesh = scenario.plan.mesh;
  Changes changes = {{"parallel.tensor_model_parallel_size", std::int64_t{mesh.tp} * 2}};
  if (mesh.dp % 2 == 0) {
    changes.emplace_back("parallel.data_parallel_size", std::int64_t{mesh.dp} / 2);
  }
  alternatives.push_back(alternative_of(scenario, changes));
}

}  // namespace

std::vector<Alternative> nearest_alternatives(const Scenario& scenario) {
  std::vector<Alternative> alternatives;
  add_next_zero_stage(scenario, alternatives);
  add_recomputation(scenario, alternatives);
  add_twice_the_tensor_ranks(scenario, alternatives);
  return alternatives;
}

}  // namespace scenarios
