#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace scenarios {

/// While it lives, what takes long says so on standard error now and then, so that nobody takes it
/// for hung: "info: checking NAME, for 20 s now".
class Patience {
 public:
  /// `is_silent`: nobody wants to know (--quiet).
  explicit Patience(bool is_silent, std::chrono::milliseconds period = std::chrono::seconds(10));
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;
  ~Patience() = default;  // stops and joins the thread

  /// From now on this is what takes its time. Any number of calls a second.
  void at(std::string what);

 private:
  using Clock = std::chrono::steady_clock;

  void tell_now_and_then(const std::stop_token& stop);

  std::chrono::milliseconds period_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::string what_;
  Clock::time_point since_ = Clock::now();
  std::jthread thread_;  // last: starts when all else is there
};

}  // namespace scenarios
