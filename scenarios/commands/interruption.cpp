#include "scenarios/commands/interruption.hpp"

#include <cstddef>
#include <stdexcept>

#include <fmt/format.h>

namespace scenarios {

namespace {

constexpr std::array signals = {SIGINT, SIGTERM};

volatile std::sig_atomic_t signal_that_came = 0;

extern "C" void note_signal(int signal) {
  signal_that_came = signal;
}

}  // namespace

Interruption::Interruption() {
  signal_that_came = 0;
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], &action, &before_[i]);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
}

void Interruption::check() {
  if (signal_that_came == 0) return;
  throw std::runtime_error(fmt::format("interrupted by signal {}", int{signal_that_came}));
}

}  // namespace scenarios
