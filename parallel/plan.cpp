#include "parallel/plan.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "parallel/schedule/analysis.hpp"
#include "sim/ensure.hpp"

namespace parallel {
namespace {

/// analyse() sees that no backward is missing and nothing is played twice.
void check_table(const Plan& plan) {
  if (plan.schedule_table.empty()) return;
  ENSURE(std::ssize(plan.schedule_table) == plan.mesh.pp, plan.schedule_table.size(), plan.mesh.pp);
  for (const Schedule& schedule : plan.schedule_table) {
    const auto forwards = std::ranges::count(schedule, Action::forward, &Instruction::action);
    ENSURE(forwards == plan.micro_batches() * plan.virtual_stages, forwards, plan.micro_batches(),
           plan.virtual_stages);
    for (const Instruction& each : schedule) {
      ENSURE(each.chunk >= 0 && each.chunk < plan.virtual_stages && each.micro_batch >= 0 &&
                 each.micro_batch < plan.micro_batches(),
             name_of(each.action), each.chunk, each.micro_batch);
    }
    ENSURE(std::ranges::count(schedule, Action::reduce, &Instruction::action) == 1 &&
               schedule.back().action == Action::reduce,
           "a schedule ends with its only reduce");
  }
  const std::string deadlock = analyse(plan.schedule_table).deadlock;
  ENSURE(deadlock.empty(), deadlock);
}

}  // namespace

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
  check_table(plan);
}

}  // namespace parallel
