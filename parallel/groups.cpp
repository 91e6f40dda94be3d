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
  const int place = ranks::coordinates_of(session.rank(), plan.mesh).tp;
  const int first = place / sharers * sharers;
  return {all.begin() + first, all.begin() + first + sharers};
}

// Whether live or recording, one an axis in the order of the axes.
template <class Make>
std::vector<Group> one_an_axis(Make make) {
  std::vector<Group> groups;
  groups.reserve(ranks::axis_count);
  for (const Axis axis : sim::enumerators<Axis>) groups.push_back(make(axis));
  return groups;
}

}  // namespace

Groups::Groups(ranks::Session& session, const Plan& plan, ranks::TrafficRecord& record)
    : by_axis_(one_an_axis([&](Axis axis) { return session.make_group(axis, plan.mesh, record); })),
      kv_sharers(session.make_group_of(Axis::tp, kv_sharers_of(session, plan), record)) {}

Groups::Groups(const Plan& plan, int rank, ranks::TrafficRecord& record)
    : by_axis_(one_an_axis([&, at = ranks::coordinates_of(rank, plan.mesh)](Axis axis) {
        const ranks::GroupPlace place = ranks::place_in(axis, at, plan.mesh);
        return Group::recorded(axis, place.size, place.rank, record);
      })),
      kv_sharers(Group::recorded(
          Axis::tp, sharers_of_kv_head(plan),
          ranks::coordinates_of(rank, plan.mesh).tp % sharers_of_kv_head(plan), record)) {}

void Groups::log_to(ranks::OperationLog* log) {
  for (Group& group : by_axis_) group.log_to(log);
  kv_sharers.log_to(log);
}

}  // namespace parallel
