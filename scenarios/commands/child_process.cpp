#include "scenarios/commands/child_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scenarios/commands/descriptors.hpp"
#include "scenarios/read/descriptor.hpp"

namespace scenarios {

namespace {

constexpr int not_started = 127;

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(fmt::format("{}: {}", what, std::strerror(errno)));
}

// Holds back the signals that end programs, so that they can be read as data; gives them back.
class SignalGate {
 public:
  SignalGate() {
    ::sigemptyset(&mask_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&mask_, signal);
    ::sigprocmask(SIG_BLOCK, &mask_, &before_);
  }
  SignalGate(const SignalGate&) = delete;
  SignalGate& operator=(const SignalGate&) = delete;
  ~SignalGate() { restore(); }
  void restore() const { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
  [[nodiscard]] int open() const { return ::signalfd(-1, &mask_, SFD_CLOEXEC); }

 private:
  sigset_t mask_{};
  sigset_t before_{};
};

// In the child, between fork and exec: a group of its own, so that Ctrl-C reaches the parent alone.
[[noreturn]] void become(const std::vector<std::string>& arguments,
                         const std::map<std::string, std::string>& environment,
                         const SignalGate& gate, int input, int output_pipe, int error_pipe) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  gate.restore();
  ::dup2(input < 0 ? ::open("/dev/null", O_RDONLY) : input, STDIN_FILENO);
  ::dup2(output_pipe, STDOUT_FILENO);
  ::dup2(error_pipe, STDERR_FILENO);
  for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) {
    pointers.push_back(const_cast<char*>(argument.c_str()));
  }
  pointers.push_back(nullptr);
  ::execvp(pointers.front(), pointers.data());
  ::_exit(not_started);
}

// One direction of what a child says.
class Pipe {
 public:
  Pipe() : Pipe(open()) {}
  [[nodiscard]] int write_end() const { return write_end_.number(); }
  [[nodiscard]] int read_end() const { return read_end_.number(); }
  // In the parent, so that the child's end is the end.
  void close_write_end() { write_end_.close(); }
  // Nobody listens any more.
  void close_read_end() { read_end_.close(); }

  // Gives what is there to `on_bytes`; false at the end.
  bool read(const std::function<void(std::string_view)>& on_bytes) {
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(read_end_.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) return true;
    if (count <= 0) return false;
    on_bytes({buffer.data(), static_cast<std::size_t>(count)});
    return true;
  }

 private:
  explicit Pipe(std::array<int, 2> ends) : read_end_(ends[0]), write_end_(ends[1]) {}
  static std::array<int, 2> open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
    return ends;
  }

  Descriptor read_end_;
  Descriptor write_end_;
};

// Cuts bytes into lines.
class Lines {
 public:
  explicit Lines(const std::function<void(const std::string&)>& on_line) : on_line_(on_line) {}

  void add(std::string_view bytes) {
    rest_.append(bytes);
    for (std::size_t end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
      const std::string line = rest_.substr(0, end);
      rest_.erase(0, end + 1);
      on_line_(line);
    }
  }
  // What stands after the last line break.
  void finish() {
    if (!rest_.empty()) on_line_(std::exchange(rest_, {}));
  }

 private:
  const std::function<void(const std::string&)>& on_line_;
  std::string rest_;
};

// The second signal ends the whole group without asking.
void pass_signal_on(int signals, pid_t child, ChildEnd& end) {
  signalfd_siginfo info{};
  if (::read(signals, &info, sizeof info) != sizeof info) return;
  if (end.interrupted_by == 0) {
    ::kill(child, SIGTERM);
  } else {
    ::kill(-child, SIGKILL);
  }
  end.interrupted_by = static_cast<int>(info.ssi_signo);
}

constexpr short there = POLLIN | POLLHUP;

void relay(Pipe& output, Pipe& errors, int signals, pid_t child, ChildEnd& end,
           const std::function<void(std::string_view)>& on_output,
           const std::function<void(const std::string&)>& on_error_line) {
  Lines lines(on_error_line);
  const auto on_errors = [&lines](std::string_view bytes) { lines.add(bytes); };
  std::array<pollfd, 3> watched{pollfd{signals, POLLIN, 0}, pollfd{output.read_end(), POLLIN, 0},
                                pollfd{errors.read_end(), POLLIN, 0}};
  // poll() passes over a negative descriptor: a pipe at its end.
  while (watched[1].fd >= 0 || watched[2].fd >= 0) {
    if (::poll(watched.data(), watched.size(), -1) < 0) {
      if (errno != EINTR) fail("poll");
      continue;
    }
    if ((watched[0].revents & POLLIN) != 0) pass_signal_on(signals, child, end);
    if ((watched[1].revents & there) != 0 && !output.read(on_output)) watched[1].fd = -1;
    if ((watched[2].revents & there) != 0 && !errors.read(on_errors)) watched[2].fd = -1;
  }
  lines.finish();
}

// How the child ended.
int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// Politely, and for good if that does not help: nothing of ours is left running.
void end_child(pid_t child) {
  constexpr int tries = 100;
  constexpr timespec pause{.tv_sec = 0, .tv_nsec = 50'000'000};
  ::kill(child, SIGTERM);
  for (int i = 0; i < tries; ++i) {
    if (::waitpid(child, nullptr, WNOHANG) == child) return;
    ::nanosleep(&pause, nullptr);
  }
  ::kill(-child, SIGKILL);
  wait_for(child);
}

}  // namespace

ChildEnd run_child(const std::vector<std::string>& arguments,
                   const std::map<std::string, std::string>& environment,
                   const std::function<void(std::string_view)>& on_output,
                   const std::function<void(const std::string&)>& on_error_line, int input) {
  Pipe output;
  Pipe errors;
  const SignalGate gate;
  const Descriptor signals(gate.open());
  const pid_t child = ::fork();
  if (child < 0) fail("fork");
  if (child == 0)
    become(arguments, environment, gate, input, output.write_end(), errors.write_end());
  output.close_write_end();
  errors.close_write_end();
  ChildEnd end;
  try {
    relay(output, errors, signals.number(), child, end, on_output, on_error_line);
  } catch (...) {
    output.close_read_end();
    errors.close_read_end();
    end_child(child);
    throw;
  }
  const int status = wait_for(child);
  if (WIFEXITED(status)) end.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (end.status == not_started) {
    throw std::runtime_error(fmt::format("{} could not be started", arguments.front()));
  }
  return end;
}

}  // namespace scenarios
