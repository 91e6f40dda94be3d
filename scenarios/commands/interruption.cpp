#include "scenarios/commands/interruption.hpp"

#include <array>
#include <csignal>
#include <stdexcept>

#include <fmt/format.h>

namespace scenarios {

namespace {

constexpr std::array signals = {SIGINT, SIGTERM};

volatile std::sig_atomic_t signal_that_came = 0;

extern "C" void note_signal(int signal) {
  signal_that_came = signal;
}

void handle_by(void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  for (const int signal : signals) ::sigaction(signal, &action, nullptr);
}

}  // namespace

Interruption::Interruption() {
  signal_that_came = 0;
  handle_by(note_signal, SA_RESTART | static_cast<int>(SA_RESETHAND));
}

Interruption::~Interruption() {
  handle_by(SIG_DFL, 0);
}

void Interruption::check() {
  if (signal_that_came == 0) return;
  throw std::runtime_error(fmt::format("interrupted by signal {}", int{signal_that_came}));
}

}  // namespace scenarios
