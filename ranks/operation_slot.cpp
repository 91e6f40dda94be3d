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
