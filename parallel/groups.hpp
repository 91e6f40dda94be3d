#pragma once

#include "ranks/session.hpp"

namespace parallel {

/// One rank's communicators, one an axis. Making them is collective over the session.
struct Groups {
  Groups(ranks::Session& session, const ranks::MeshShape& mesh, ranks::TrafficRecord& record)
      : dp(session.make_group(ranks::Axis::dp, mesh, record)),
        tp(session.make_group(ranks::Axis::tp, mesh, record)),
        pp(session.make_group(ranks::Axis::pp, mesh, record)),
        tied(session.make_group(ranks::Axis::tied, mesh, record)),
        control(session.make_group(ranks::Axis::control, mesh, record)) {}

  ranks::Group dp;
  ranks::Group tp;
  ranks::Group pp;
  ranks::Group tied;     // first and last stage of one (dp, tp)
  ranks::Group control;  // all ranks of the mesh
};

}  // namespace parallel
