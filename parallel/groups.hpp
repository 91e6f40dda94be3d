#pragma once

#include "parallel/plan.hpp"
#include "ranks/session.hpp"

namespace parallel {

/// One rank's communicators. Making them is collective over the session.
struct Groups {
  Groups(ranks::Session& session, const Plan& plan, ranks::TrafficRecord& record);

  ranks::Group dp;
  ranks::Group tp;
  ranks::Group kv_sharers;  // of tp: the t / k neighbours that hold the same key/value head
  ranks::Group pp;
  ranks::Group tied;     // first and last stage of one (dp, tp)
  ranks::Group control;  // all ranks of the mesh
};

}  // namespace parallel
