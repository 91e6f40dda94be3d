#include <exception>
#include <string_view>
#include <utility>

#include "ranks/mpi_error.hpp"
#include "ranks/pending_send_state.hpp"

namespace ranks {

PendingSend::PendingSend() = default;
PendingSend::PendingSend(PendingSend&&) noexcept = default;
PendingSend& PendingSend::operator=(PendingSend&&) noexcept = default;
PendingSend::~PendingSend() = default;

void PendingSend::wait() {
  if (state_) state_->wait();
  state_.reset();
  if (log_ != nullptr) std::exchange(log_, nullptr)->add(message_);
}

void PendingSend::State::wait() {
  const Waiting waiting(*slot, {Activity::send, roster, to});
  for (MPI_Request& request : requests) {
    check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), name_of(roster->axis), "send");
  }
  requests.clear();
}

PendingSend::State::~State() {
  const bool unwinding = std::uncaught_exceptions() > 0;
  for (MPI_Request& request : requests) {
    if (request == MPI_REQUEST_NULL) continue;
    if (unwinding) {
      MPI_Request_free(&request);
    } else {
      const Waiting waiting(*slot, {Activity::send, roster, to});
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
  }
}

}  // namespace ranks
