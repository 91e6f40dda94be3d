#include "ranks/mpi_transport.hpp"

#include <cstddef>

#include "ranks/pending_send_state.hpp"

namespace ranks {

void MpiTransport::all_reduce(sim::View buffer, Reduction reduction) {
  const Waiting now = waiting(Activity::all_reduce);
  communicator_.all_reduce(buffer, reduction);
}

double MpiTransport::all_reduce(double value, Reduction reduction) {
  const Waiting now = waiting(Activity::all_reduce);
  return communicator_.all_reduce(value, reduction);
}

void MpiTransport::reduce_scatter(std::span<const sim::ConstView> inputs,
                                  std::span<const sim::View> outputs) {
  const Waiting now = waiting(Activity::reduce_scatter);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    communicator_.reduce_scatter(inputs[i], outputs[i]);
  }
}

void MpiTransport::all_gather(std::span<const sim::ConstView> inputs,
                              std::span<const sim::View> outputs) {
  const Waiting now = waiting(Activity::all_gather);
  for (std::size_t i = 0; i < inputs.size(); ++i) communicator_.all_gather(inputs[i], outputs[i]);
}

void MpiTransport::all_gather_in_place(sim::View buffer, std::int64_t first, std::int64_t count) {
  const Waiting now = waiting(Activity::all_gather);
  communicator_.all_gather_in_place(buffer, first, count);
}

void MpiTransport::sum_to_first(sim::View buffer) {
  const Waiting now = waiting(Activity::sum_to_first);
  communicator_.sum_to_first(buffer);
}

std::unique_ptr<PendingSend::State> MpiTransport::start_send(sim::ConstView buffer, int to,
                                                             int tag) {
  auto pending = std::make_unique<PendingSend::State>(roster_, slot_, to);
  communicator_.start_send(buffer, to, tag, pending->requests);
  return pending;
}

void MpiTransport::receive(sim::View buffer, int from, int tag) {
  const Waiting now = waiting(Activity::receive, from);
  communicator_.receive(buffer, from, tag);
}

}  // namespace ranks
