#pragma once

#include "ranks/communicator.hpp"
#include "ranks/operation_slot.hpp"
#include "ranks/transport.hpp"

namespace ranks {

/// Messages over MPI; each operation that may wait is announced to the watchdog.
class MpiTransport final : public Transport {
 public:
  /// `communicator`: none in a group of one. Roster and slot are kept by the session.
  MpiTransport(const Roster& roster, OperationSlot& slot, Communicator communicator)
      : roster_(roster), slot_(slot), communicator_(std::move(communicator)) {}

  void all_reduce(sim::View buffer, Reduction reduction) override;
  double all_reduce(double value, Reduction reduction) override;
  void reduce_scatter(std::span<const sim::ConstView> inputs,
                      std::span<const sim::View> outputs) override;
  void all_gather(std::span<const sim::ConstView> inputs,
                  std::span<const sim::View> outputs) override;
  void all_gather_in_place(sim::View buffer, std::int64_t first, std::int64_t count) override;
  void sum_to_first(sim::View buffer) override;
  std::unique_ptr<PendingSend::State> start_send(sim::ConstView buffer, int to, int tag) override;
  void receive(sim::View buffer, int from, int tag) override;

 private:
  [[nodiscard]] Waiting waiting(Activity activity, std::optional<int> peer = {}) {
    return {slot_, {activity, &roster_, peer}};
  }

  const Roster& roster_;
  OperationSlot& slot_;
  Communicator communicator_;
};

}  // namespace ranks
