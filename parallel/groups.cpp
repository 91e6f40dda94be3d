#include "parallel/groups.hpp"

#include <algorithm>

namespace parallel {
namespace {

using ranks::Axis;

/// With fewer key/value heads than ranks, t / k neighbours share one.
std::vector<int> kv_sharers_of(const ranks::Session& session, const Plan& plan) {
  const auto kv_heads = static_cast<int>(std::min<std::int64_t>(plan.model.kv_heads, plan.mesh.tp));
  if (session.rank() >= plan.mesh.size() || kv_heads == 0) return {};
  const int sharers = plan.mesh.tp / kv_heads;
  const std::vector<int> all = ranks::members(Axis::tp, session.rank(), plan.mesh);
  const int first = session.rank() % plan.mesh.tp / sharers * sharers;
  return {all.begin() + first, all.begin() + first + sharers};
}

}  // namespace

Groups::Groups(ranks::Session& session, const Plan& plan, ranks::TrafficRecord& record)
    : dp(session.make_group(Axis::dp, plan.mesh, record)),
      tp(session.make_group(Axis::tp, plan.mesh, record)),
      kv_sharers(session.make_group_of(Axis::tp, kv_sharers_of(session, plan), record)),
      pp(session.make_group(Axis::pp, plan.mesh, record)),
      tied(session.make_group(Axis::tied, plan.mesh, record)),
      control(session.make_group(Axis::control, plan.mesh, record)) {}

}  // namespace parallel
