#pragma once

#include "parallel/plan.hpp"
#include "ranks/session.hpp"

namespace parallel {

/// One rank's communicators.
struct Groups {
  /// Collective over the session.
  Groups(ranks::Session& session, const Plan& plan, ranks::TrafficRecord& record);
  /// Those of `rank` of the plan's mesh in a shape-only run, which only record.
  Groups(const Plan& plan, int rank, ranks::TrafficRecord& record);

  ranks::Group dp;
  ranks::Group tp;
  ranks::Group kv_sharers;  // of tp: the t / k neighbours that hold the same key/value head
  ranks::Group pp;
  ranks::Group tied;     // first and last stage of one (dp, tp)
  ranks::Group control;  // all ranks of the mesh

  /// See ranks::Group.
  void log_to(ranks::OperationLog* log);

 private:
  Groups(const Plan& plan, const ranks::Coordinates& at, ranks::TrafficRecord& record);
};

}  // namespace parallel
