#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ranks/traffic.hpp"

namespace ranks {

/// What a rank's main thread is doing, as the watchdogs tell it to each other.
enum class Activity : std::uint8_t {
  computing,
  all_reduce,
  reduce_scatter,
  all_gather,
  send,
  receive,
  sum_to_first,
  make_group,
  gather_results,
  share_results,
  idle,
  finalize
};
std::string_view name_of(Activity activity);

/// The ranks of a group by their number in the session: what an error message needs of it.
struct Roster {
  Axis axis = Axis::control;
  std::vector<int> session_ranks;  // by rank within the group
};

/// One operation that may wait for other ranks. `peer`: the rank within the group that a message
/// comes from or goes to; none: all of the group.
struct WaitingOperation {
  Activity activity = Activity::computing;
  const Roster* roster = nullptr;
  std::optional<int> peer;
};

/// Through which the main thread tells the watchdog's thread what it waits for; two atomic steps an
/// operation, no lock and no clock. Rosters handed in must live as long as the slot.
class OperationSlot {
 public:
  struct Snapshot {
    std::uint64_t sequence = 0;  // another number: another operation
    WaitingOperation operation;
  };

  /// Main thread only; operations do not nest.
  void begin(const WaitingOperation& operation);
  void end();
  /// Any thread: what is being waited for now, if anything.
  [[nodiscard]] std::optional<Snapshot> waiting() const;

 private:
  void step();

  static constexpr int everyone = -1;

  std::atomic<std::uint64_t> sequence_{0};  // odd while an operation is under way
  std::atomic<Activity> activity_{Activity::computing};
  std::atomic<const Roster*> roster_{nullptr};
  std::atomic<int> peer_{everyone};
};

/// An operation is under way for as long as this lives.
class Waiting {
 public:
  Waiting(OperationSlot& slot, const WaitingOperation& operation) : slot_(slot) {
    slot_.begin(operation);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() { slot_.end(); }

 private:
  OperationSlot& slot_;
};

}  // namespace ranks
