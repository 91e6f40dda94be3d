#pragma once

#include <array>
#include <csignal>

namespace scenarios {

/// While it lives, the first SIGINT or SIGTERM ends nothing but is noted, so that what is under way
/// can leave nothing behind; the next one ends the process. One at a time.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  /// Throws std::runtime_error when a signal has come.
  static void check();

 private:
  std::array<struct sigaction, 2> before_{};  // what SIGINT and SIGTERM did
};

}  // namespace scenarios
