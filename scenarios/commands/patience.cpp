#include "scenarios/commands/patience.hpp"

#include <utility>

#include <fmt/format.h>

#include "scenarios/commands/console.hpp"

namespace scenarios {

Patience::Patience(bool is_silent, std::chrono::milliseconds period) : period_(period) {
  if (is_silent) return;
  thread_ = std::jthread([this](const std::stop_token& stop) { tell_now_and_then(stop); });
}

void Patience::at(std::string what) {
  const std::scoped_lock lock(mutex_);
  what_ = std::move(what);
  since_ = Clock::now();
}

void Patience::tell_now_and_then(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    wake_.wait_for(lock, stop, period_, [] { return false; });
    const auto taken = Clock::now() - since_;
    if (stop.stop_requested() || what_.empty() || taken < period_) continue;
    say(fmt::format("info: {}, for {:.0f} s now", what_,
                    std::chrono::duration<double>(taken).count()));
  }
}

}  // namespace scenarios
