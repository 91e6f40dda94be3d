#include "parallel/groups.hpp"

#include <algorithm>

namespace parallel {
namespace {

using ranks::Axis;
using ranks::Group;

/// With fewer key/value heads than ranks, t / k neighbours share one.
int sharers_of_kv_head(const Plan& plan) {
  const auto t = static_cast<std::int64_t>(plan.mesh.tp);
  return static_cast<int>(t / std::clamp<std::int64_t>(plan.model.kv_heads, 1, t));
}

std::vector<int> kv_sharers_of(const ranks::Session& session, const Plan& plan) {
  if (session.rank() >= plan.mesh.size()) return {};
  const int sharers = sharers_of_kv_head(plan);
  const std::vector<int> all = ranks::members(Axis::tp, session.rank(), plan.mesh);
  const int first = session.rank() % plan.mesh.tp / sharers * sharers;
  return {all.begin() + first, all.begin() + first + sharers};
}

/// Ranks of the tied pair that this one belongs to: itself alone, or first and last stage.
int ends_of_pipeline(const Plan& plan, const ranks::Coordinates& at) {
  const bool is_end = at.pp == 0 || at.pp + 1 == plan.mesh.pp;
  return plan.mesh.pp > 1 && is_end ? 2 : 1;
}

}  // namespace

Groups::Groups(ranks::Session& session, const Plan& plan, ranks::TrafficRecord& record)
    : dp(session.make_group(Axis::dp, plan.mesh, record)),
      tp(session.make_group(Axis::tp, plan.mesh, record)),
      kv_sharers(session.make_group_of(Axis::tp, kv_sharers_of(session, plan), record)),
      pp(session.make_group(Axis::pp, plan.mesh, record)),
      tied(session.make_group(Axis::tied, plan.mesh, record)),
      control(session.make_group(Axis::control, plan.mesh, record)) {}

Groups::Groups(const Plan& plan, int rank, ranks::TrafficRecord& record)
    : Groups(plan, ranks::coordinates_of(rank, plan.mesh), record) {}

Groups::Groups(const Plan& plan, const ranks::Coordinates& at, ranks::TrafficRecord& record)
    : dp(Group::recorded(Axis::dp, plan.mesh.dp, at.dp, record)),
      tp(Group::recorded(Axis::tp, plan.mesh.tp, at.tp, record)),
      kv_sharers(Group::recorded(Axis::tp, sharers_of_kv_head(plan),
                                 at.tp % sharers_of_kv_head(plan), record)),
      pp(Group::recorded(Axis::pp, plan.mesh.pp, at.pp, record)),
      tied(Group::recorded(Axis::tied, ends_of_pipeline(plan, at),
                           at.pp > 0 && ends_of_pipeline(plan, at) == 2 ? 1 : 0, record)),
      control(Group::recorded(Axis::control, plan.mesh.size(), rank_of(at, plan.mesh), record)) {}

void Groups::log_to(ranks::OperationLog* log) {
  for (Group* group : {&dp, &tp, &kv_sharers, &pp, &tied, &control}) group->log_to(log);
}

}  // namespace parallel
