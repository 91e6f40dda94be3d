#include "ranks/operation_slot.hpp"

namespace ranks {
namespace {

constexpr sim::EnumNames<Activity> names{{{Activity::computing, "computing"},
                                          {Activity::all_reduce, "all_reduce"},
                                          {Activity::reduce_scatter, "reduce_scatter"},
                                          {Activity::all_gather, "all_gather"},
                                          {Activity::send, "send"},
                                          {Activity::receive, "receive"},
                                          {Activity::sum_to_first, "sum_to_first"},
                                          {Activity::make_group, "make_group"},
                                          {Activity::gather_results, "gather_results"},
                                          {Activity::share_results, "share_results"},
                                          {Activity::idle, "idle"},
                                          {Activity::finalize, "finalize"}}};

}  // namespace

std::string_view name_of(Activity activity) {
  return names[activity];
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
