#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include <mpi.h>

#include "ranks/operation_slot.hpp"
#include "ranks/wait_report.hpp"

namespace ranks {

/// A few bytes a rank in memory shared by the ranks of one host (an MPI-3 shared window), in which
/// every rank's watchdog leaves signs of life: a stopped process is told from a slow one without
/// a message, which a stopped process could not answer. Clocks are comparable within a host only.
class Heartbeats {
 public:
  /// Collective over `session`, and so is the end of its life.
  explicit Heartbeats(MPI_Comm session);
  Heartbeats(const Heartbeats&) = delete;
  Heartbeats& operator=(const Heartbeats&) = delete;
  ~Heartbeats();

  /// Any thread: this rank lives at `now` and is doing that.
  void beat(std::chrono::steady_clock::time_point now, Activity activity, Axis axis);
  /// The ranks of this one's host.
  [[nodiscard]] MPI_Comm host() const { return host_; }
  [[nodiscard]] int ranks() const { return static_cast<int>(by_rank_.size()); }
  /// Any thread: the last sign of a rank of the session; none when it runs on another host.
  [[nodiscard]] std::optional<LifeSign> last_sign(int rank,
                                                  std::chrono::steady_clock::time_point now) const;

 private:
  struct Sign {
    std::atomic<std::int64_t> nanoseconds;
    std::atomic<Activity> activity;
    std::atomic<Axis> axis;
  };
  static_assert(std::atomic<std::int64_t>::is_always_lock_free &&
                std::atomic<Activity>::is_always_lock_free);

  void find_neighbours(MPI_Comm session);

  MPI_Comm host_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  Sign* own_ = nullptr;
  std::vector<const Sign*> by_rank_;  // null: another host
};

}  // namespace ranks
