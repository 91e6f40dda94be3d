#include "ranks/watchdog.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include "ranks/wait_report.hpp"

namespace ranks {

namespace {

using namespace std::chrono_literals;

constexpr auto period = 200ms;
/// Ten missed heartbeats are silence, fewer a busy machine.
constexpr double silent_after_seconds = 2.0;
/// A watchdog that was itself stopped for a while (Ctrl-Z) must not count that as waiting.
constexpr std::chrono::steady_clock::duration longest_counted_pause = 1s;

std::vector<int> partners_of(const WaitingOperation& operation, int self) {
  const std::vector<int>& all = operation.roster->session_ranks;
  if (operation.peer) return {all.at(static_cast<std::size_t>(*operation.peer))};
  std::vector<int> others;
  std::copy_if(all.begin(), all.end(), std::back_inserter(others),
               [self](int rank) { return rank != self; });
  return others;
}

/// One write for the whole line, so that lines of several ranks do not mix.
void print_line(std::string line) {
  line += '\n';
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t written = ::write(STDERR_FILENO, line.data() + done, line.size() - done);
    if (written <= 0) return;
    done += static_cast<std::size_t>(written);
  }
}

}  // namespace

Watchdog::Watchdog(int rank, const OperationSlot& slot, Heartbeats& heartbeats,
                   std::chrono::seconds timeout)
    : rank_(rank),
      slot_(slot),
      heartbeats_(heartbeats),
      timeout_(timeout),
      thread_([this](const std::stop_token& stop) { watch(stop); }) {}

void Watchdog::watch(const std::stop_token& stop) {
  std::uint64_t watched = 0;
  Clock::duration waited{};
  Clock::time_point last = Clock::now();
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    wake_.wait_for(lock, stop, period, [] { return false; });
    const Clock::time_point now = Clock::now();
    const std::optional<OperationSlot::Snapshot> waiting = slot_.waiting();
    const WaitingOperation operation = waiting ? waiting->operation : WaitingOperation{};
    heartbeats_.beat(now, operation.activity,
                     operation.roster != nullptr ? operation.roster->axis : Axis::control);
    const bool same = waiting && waiting->sequence == watched;
    const bool counts = operation.activity != Activity::idle || someone_is_silent(now);
    const auto added = counts ? std::min(now - last, longest_counted_pause) : Clock::duration{};
    waited = same ? waited + added : Clock::duration{};
    watched = waiting ? waiting->sequence : 0;
    last = now;
    if (same && waited > timeout_) end_process(operation, waited);
  }
}

bool Watchdog::someone_is_silent(Clock::time_point now) const {
  for (int rank = 0; rank < heartbeats_.ranks(); ++rank) {
    const auto sign = heartbeats_.last_sign(rank, now);
    if (sign && sign->age_seconds > silent_after_seconds) return true;
  }
  return false;
}

void Watchdog::end_process(const WaitingOperation& operation, Clock::duration waited) const {
  const StuckWait wait{rank_, std::chrono::duration<double>(waited).count(), operation.activity,
                       operation.roster->axis, partners_of(operation, rank_)};
  // The partners may wait themselves, for a rank that is no partner: silence anywhere is the
  // reason.
  std::vector<LifeSign> signs;
  for (int rank = 0; rank < heartbeats_.ranks(); ++rank) {
    const auto sign = heartbeats_.last_sign(rank, Clock::now());
    const bool is_partner = std::ranges::find(wait.partners, rank) != wait.partners.end();
    const bool tells = sign && (is_partner || sign->age_seconds > silent_after_seconds);
    if (tells && rank != rank_) signs.push_back(*sign);
  }
  print_line(describe(wait, signs, silent_after_seconds));
  // Not exit(): destructors would call MPI, which waits for the very rank that is missing.
  ::_exit(exit_status);
}

}  // namespace ranks
