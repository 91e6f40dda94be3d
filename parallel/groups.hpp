#pragma once

#include <vector>

#include "parallel/plan.hpp"
#include "ranks/session.hpp"

namespace parallel {

/// One rank's communicators, one an axis.
class Groups {
 public:
  /// Collective over the session.
  Groups(ranks::Session& session, const Plan& plan, ranks::TrafficRecord& record);
  /// Those of `rank` of the plan's mesh in a shape-only run, which only record.
  Groups(const Plan& plan, int rank, ranks::TrafficRecord& record);
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;
  ~Groups() = default;

  [[nodiscard]] ranks::Group& operator[](ranks::Axis axis) {
    return by_axis_[static_cast<std::size_t>(axis)];
  }

  /// See ranks::Group.
  void log_to(ranks::OperationLog* log);

 private:
  std::vector<ranks::Group> by_axis_;

 public:
  ranks::Group kv_sharers;  // of tp: the t / k neighbours that hold the same key/value head
  // Those that the step calls by name.
  ranks::Group& dp = (*this)[ranks::Axis::dp];
  ranks::Group& tp = (*this)[ranks::Axis::tp];
  ranks::Group& pp = (*this)[ranks::Axis::pp];
  ranks::Group& tied = (*this)[ranks::Axis::tied];
  ranks::Group& control = (*this)[ranks::Axis::control];
};

}  // namespace parallel
