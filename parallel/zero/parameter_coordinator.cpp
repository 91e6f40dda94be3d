#include "parallel/zero/parameter_coordinator.hpp"

#include <cstddef>

namespace parallel {

ParameterCoordinator::ParameterCoordinator(
    sim::Meters& meters, const std::optional<Stage3Plan>& knobs, ModelStates& states,
    ranks::Group& dp, const std::vector<std::vector<sim::ParameterId>>& modules)
    : modules_(modules), is_split_(states.sharding().weights), live_(meters, states, dp) {
  if (is_split_ && knobs) planner_.emplace(*knobs, states.layout().size_of, modules);
}

void ParameterCoordinator::begin(Pass pass) {
  if (!planner_) return;
  planner_->begin(pass);
  if (!step_is_over_) return;
  step_is_over_ = false;
  timeline_.assign(1, {no_module, live_.bytes()});
}

void ParameterCoordinator::enter(sim::ModuleId module) {
  if (!is_split_) return;
  if (!planner_) {
    live_.fetch(modules_[static_cast<std::size_t>(module)]);
    return;
  }
  const FetchPlanner::Fetches fetches = planner_->enter(module);
  live_.fetch(fetches.now);
  live_.fetch(fetches.ahead);
  note(module);
}

void ParameterCoordinator::leave(sim::ModuleId module) {
  if (!is_split_) return;
  if (!planner_) {
    live_.release(modules_[static_cast<std::size_t>(module)]);
    return;
  }
  live_.release(planner_->leave(module));
  note(module);
}

void ParameterCoordinator::end_step() {
  if (!planner_) return;
  const FetchPlanner::StepEnd end = planner_->end_step();
  live_.release(end.release);
  live_.fetch(end.gather);
  note(no_module);
  step_is_over_ = true;
}

void ParameterCoordinator::after_optimizer() {
  if (planner_) live_.refresh(planner_->live_persistent());
}

void ParameterCoordinator::note(sim::ModuleId module) {
  if (timeline_.empty() || timeline_.back().bytes != live_.bytes()) {
    timeline_.push_back({module, live_.bytes()});
  }
}

}  // namespace parallel
