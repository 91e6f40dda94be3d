#pragma once

#include <memory>

#include "ranks/group.hpp"
#include "ranks/traffic.hpp"
#include "ranks/transport.hpp"

namespace ranks {

/// What a group consists of; session.cpp makes it (group.cpp, if it only records), group.cpp uses
/// it.
struct Group::State {
  Axis axis;
  int size;
  int rank;
  TrafficRecord* record;  // the caller's
  std::unique_ptr<Transport> transport;
  OperationLog* log = nullptr;

  /// The one place where a call is recorded.
  void note(Operation operation, std::int64_t bytes) const {
    record->add(axis, operation, bytes);
    enter(message(logged_call(operation), bytes));
  }
  [[nodiscard]] LoggedMessage message(LoggedCall call, std::int64_t bytes,
                                      int peer = LoggedMessage::everybody, int tag = 0) const {
    return {axis, call, bytes, size, peer, tag};
  }
  void enter(const LoggedMessage& message) const {
    if (log != nullptr) log->add(message);
  }
};

}  // namespace ranks
