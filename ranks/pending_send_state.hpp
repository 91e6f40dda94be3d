#pragma once

#include <vector>

#include <mpi.h>

#include "ranks/group.hpp"
#include "ranks/operation_slot.hpp"

namespace ranks {

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
