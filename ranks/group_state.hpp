#pragma once

#include <optional>
#include <vector>

#include <mpi.h>

#include "ranks/communicator.hpp"
#include "ranks/group.hpp"
#include "ranks/operation_slot.hpp"
#include "ranks/traffic.hpp"

namespace ranks {

/// What a group consists of; session.cpp makes it (group.cpp, if it only records), group.cpp uses
/// it.
struct Group::State {
  /// How its messages travel.
  struct Live {
    const Roster* roster;       // kept by the session
    OperationSlot* slot;        // the session's
    Communicator communicator;  // none in a group of one
  };
  Axis axis;
  int size;
  int rank;
  TrafficRecord* record;     // the caller's
  std::optional<Live> live;  // none: calls are recorded and return
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

/// A send that MPI still works on, one request a piece.
struct PendingSend::State {
  const Roster* roster;
  OperationSlot* slot;
  int to;
  std::vector<MPI_Request> requests;

  State(const Roster& group, OperationSlot& session_slot, int to_rank)
      : roster(&group), slot(&session_slot), to(to_rank) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State();
  void wait();
};

}  // namespace ranks
