#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include "ranks/heartbeats.hpp"
#include "ranks/operation_slot.hpp"

namespace ranks {

/// A thread that leaves a heartbeat every fifth of a second and looks at what the main thread waits
/// for. When one operation has waited longer than `timeout` it prints one line (wait_report.hpp)
/// and ends the process with `exit_status` at once: mpirun then ends the other ranks, a stopped one
/// included. The wait of an idle rank counts only while some rank is silent. It never calls MPI.
class Watchdog {
 public:
  static constexpr int exit_status = 3;

  /// `rank` within the session; slot and heartbeats must outlive the watchdog.
  Watchdog(int rank, const OperationSlot& slot, Heartbeats& heartbeats,
           std::chrono::seconds timeout);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() = default;  // stops and joins the thread

 private:
  using Clock = std::chrono::steady_clock;

  void watch(const std::stop_token& stop);
  [[nodiscard]] bool someone_is_silent(Clock::time_point now) const;
  [[noreturn]] void end_process(const WaitingOperation& operation, Clock::duration waited) const;

  int rank_;
  const OperationSlot& slot_;
  Heartbeats& heartbeats_;
  Clock::duration timeout_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: starts when all else is there
};

}  // namespace ranks
