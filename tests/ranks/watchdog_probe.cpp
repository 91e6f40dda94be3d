// Runs that end badly on purpose, under mpirun with 3 ranks; watchdog_test.cmake looks at how they
// end. Every rank prints "pid NUMBER" first, so that the script can see that all are gone.

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>

#include <unistd.h>

#include "ranks/session.hpp"

namespace {

using ranks::Axis;

void fail(ranks::Session& session, const std::string& how) {
  ranks::TrafficRecord record;
  ranks::Group group = session.make_group(Axis::dp, {.dp = session.size()}, record);
  group.all_reduce(1.0);
  if (session.rank() == 1) {
    if (how == "stopped") std::raise(SIGSTOP);
    if (how == "busy") std::this_thread::sleep_for(std::chrono::minutes(5));
    if (how == "killed") std::raise(SIGKILL);
    if (how == "abort") session.abort(3, "step 7: no memory left");
    if (how == "exception") throw std::runtime_error("nobody catches this in time");
  }
  group.all_reduce(1.0);
}

// Rank 1 works for longer than the timeout, or is stopped, while the others have nothing to do.
void idle(ranks::Session& session, const std::string& how) {
  const bool works = session.rank() == 1;
  if (works && how == "idle_stopped") std::raise(SIGSTOP);
  if (works) std::this_thread::sleep_for(std::chrono::seconds(5));
  static_cast<void>(session.gather_texts("", works ? ranks::Part::working : ranks::Part::idle));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  try {
    ranks::Session session(argc, argv, std::chrono::seconds(3));
    std::cout << "pid " + std::to_string(::getpid()) + "\n" << std::flush;
    if (how.starts_with("idle")) {
      idle(session, how);
    } else {
      fail(session, how);
    }
  } catch (const std::exception& error) {
    std::cerr << std::string("error: ") + error.what() + "\n";
    return 3;
  }
  return 0;
}
