#include "ranks/operation_slot.hpp"

namespace ranks {

std::string_view name_of(Activity activity) {
  switch (activity) {
    case Activity::computing:
      return "computing";
    case Activity::all_reduce:
      return "all_reduce";
    case Activity::reduce_scatter:
      return "reduce_scatter";
    case Activity::all_gather:
      return "all_gather";
    case Activity::send:
      return "send";
    case Activity::receive:
      return "receive";
    case Activity::sum_to_first:
      return "sum_to_first";
    case Activity::make_group:
      return "make_group";
    case Activity::gather_texts:
      return "gather_texts";
    case Activity::share_text:
      return "share_text";
    case Activity::idle:
      return "idle";
    case Activity::finalize:
      return "finalize";
  }
  return "?";
}

// A sequence lock. Each field is stored with release, so that who reads the new one also finds the
// sequence number that end() left before it, and knows that it has read half of two operations; and
// the number is stored with release, so that who finds it reads the fields that belong to it.
void OperationSlot::begin(const WaitingOperation& operation) {
  activity_.store(operation.activity, std::memory_order_release);
  roster_.store(operation.roster, std::memory_order_release);
  peer_.store(operation.peer.value_or(everyone), std::memory_order_release);
  step();
}

void OperationSlot::end() {
  step();
}

// One thread writes, so that no step can be lost.
void OperationSlot::step() {
  sequence_.store(sequence_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

std::optional<OperationSlot::Snapshot> OperationSlot::waiting() const {
  const std::uint64_t sequence = sequence_.load(std::memory_order_acquire);
  if (sequence % 2 == 0) return std::nullopt;
  Snapshot snapshot{sequence,
                    {activity_.load(std::memory_order_acquire),
                     roster_.load(std::memory_order_acquire), std::nullopt}};
  const int peer = peer_.load(std::memory_order_acquire);
  if (peer != everyone) snapshot.operation.peer = peer;
  // Another operation has begun since: what was read may be half of each.
  if (sequence_.load(std::memory_order_relaxed) != sequence) return std::nullopt;
  return snapshot;
}

}  // namespace ranks
