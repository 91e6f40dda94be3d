#include "parallel/zero/fetch_planner.hpp"

#include <algorithm>
#include <utility>

namespace parallel {

FetchPlanner::FetchPlanner(const Stage3Plan& knobs, const std::vector<std::int64_t>& sizes,
                           std::vector<Parameters> modules)
    : knobs_(knobs), modules_(std::move(modules)) {
  for (const std::int64_t size : sizes) {
    const bool is_persistent = size <= knobs.param_persistence_threshold;
    if (is_persistent) persistent_.push_back(std::ssize(states_));
    states_.push_back({.size = size, .is_persistent = is_persistent});
  }
}

void FetchPlanner::begin(Pass pass) {
  const bool was_complete = trace_.is_complete();
  const bool goes_on = trace_.begin(pass);
  if (!trace_.is_complete()) return;
  if (!was_complete) read_trace();
  if (goes_on) return;
  next_use_ = first_use_[trace_.next()];
  for (State& each : states_) each.passed_until = 0;
}

void FetchPlanner::read_trace() {
  std::int64_t elements = 0;
  for (std::size_t place = 0; place < trace_.modules().size(); ++place) {
    first_use_.push_back(uses_.size());
    elements_before_.push_back(elements);
    for (const sim::ParameterId id : parameters_of(trace_.modules()[place])) {
      uses_.push_back({id, place});
      state(id).places.push_back(place);
      elements += state(id).size;
    }
  }
  first_use_.push_back(uses_.size());
}

FetchPlanner::Fetches FetchPlanner::enter(sim::ModuleId module) {
  trace_.enter(module);
  Fetches fetches{.now = take_missing(parameters_of(module)), .ahead = {}};
  for (const sim::ParameterId id : parameters_of(module)) ++state(id).modules_inside;
  if (!trace_.is_complete()) return fetches;
  while (next_use_ < first_use_[trace_.next()]) pass(uses_[next_use_]);
  fetches.ahead = prefetch();
  return fetches;
}

FetchPlanner::Parameters FetchPlanner::take_missing(const Parameters& parameters) {
  Parameters taken;
  for (const sim::ParameterId id : parameters) {
    if (std::exchange(state(id).is_live, true)) continue;
    live_ += state(id).size;
    taken.push_back(id);
  }
  return taken;
}

FetchPlanner::Parameters FetchPlanner::prefetch() {
  const std::int64_t budget =
      std::min(knobs_.max_live_parameters - live_, knobs_.prefetch_bucket_size);
  const std::int64_t live_before = live_;
  Parameters taken;
  while (next_use_ < uses_.size() && live_ - live_before < budget) {
    const Use& use = uses_[next_use_];
    pass(use);
    const Parameters missing = take_missing({use.parameter});
    taken.insert(taken.end(), missing.begin(), missing.end());
  }
  return taken;
}

void FetchPlanner::pass(const Use& use) {
  state(use.parameter).passed_until = use.place + 1;
  ++next_use_;
}

FetchPlanner::Parameters FetchPlanner::leave(sim::ModuleId module) {
  Parameters released;
  for (const sim::ParameterId id : parameters_of(module)) {
    State& each = state(id);
    --each.modules_inside;
    const bool stays = trace_.is_complete() && (each.is_persistent || is_soon_needed(each));
    if (each.modules_inside == 0 && !stays) release(id, released);
  }
  return released;
}

/// Whether the prefetcher has passed a later use, counting on what was live then, or the walk to
/// the next use is shorter than the reuse distance.
bool FetchPlanner::is_soon_needed(const State& parameter) const {
  const std::size_t next = trace_.next();
  if (parameter.passed_until > next) return true;
  const auto use = std::lower_bound(parameter.places.begin(), parameter.places.end(), next);
  return use != parameter.places.end() &&
         elements_before_[*use] - elements_before_[next] < knobs_.max_reuse_distance;
}

void FetchPlanner::release(sim::ParameterId id, Parameters& released) {
  if (!std::exchange(state(id).is_live, false)) return;
  live_ -= state(id).size;
  released.push_back(id);
}

FetchPlanner::StepEnd FetchPlanner::end_step() {
  StepEnd end;
  for (sim::ParameterId id = 0; id < std::ssize(states_); ++id) {
    if (!state(id).is_persistent) release(id, end.release);
  }
  const bool was_complete = trace_.is_complete();
  trace_.end_step();
  if (trace_.is_complete() && !was_complete) read_trace();
  if (trace_.is_complete()) end.gather = take_missing(persistent_);
  return end;
}

FetchPlanner::Parameters FetchPlanner::live_persistent() const {
  Parameters live;
  for (const sim::ParameterId id : persistent_) {
    if (state(id).is_live) live.push_back(id);
  }
  return live;
}

}  // namespace parallel
