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

void OperationSlot::begin(const WaitingOperation& operation) {
  activity_.store(operation.activity, std::memory_order_relaxed);
  roster_.store(operation.roster, std::memory_order_relaxed);
  peer_.store(operation.peer.value_or(everyone), std::memory_order_relaxed);
  sequence_.fetch_add(1, std::memory_order_release);
}

void OperationSlot::end() {
  sequence_.fetch_add(1, std::memory_order_release);
}

std::optional<OperationSlot::Snapshot> OperationSlot::waiting() const {
  const std::uint64_t sequence = sequence_.load(std::memory_order_acquire);
  if (sequence % 2 == 0) return std::nullopt;
  Snapshot snapshot{sequence,
                    {activity_.load(std::memory_order_relaxed),
                     roster_.load(std::memory_order_relaxed), std::nullopt}};
  const int peer = peer_.load(std::memory_order_relaxed);
  if (peer != everyone) snapshot.operation.peer = peer;
  // Another operation has begun since: what was read may be half of each.
  std::atomic_thread_fence(std::memory_order_acquire);
  if (sequence_.load(std::memory_order_relaxed) != sequence) return std::nullopt;
  return snapshot;
}

}  // namespace ranks
