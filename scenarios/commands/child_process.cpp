#include "scenarios/commands/child_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace scenarios {

namespace {

constexpr int not_started = 127;

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(fmt::format("{}: {}", what, std::strerror(errno)));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

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
                         const SignalGate& gate, int error_pipe) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  gate.restore();
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(error_pipe, STDERR_FILENO);
  for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) {
    pointers.push_back(const_cast<char*>(argument.c_str()));
  }
  pointers.push_back(nullptr);
  ::execvp(pointers.front(), pointers.data());
  ::_exit(not_started);
}

// Cuts what comes out of a pipe into lines.
class LineReader {
 public:
  LineReader(int pipe, const std::function<void(const std::string&)>& on_line)
      : pipe_(pipe), on_line_(on_line) {}

  // Reads what is there; false at the end.
  bool read() {
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(pipe_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) return true;
    if (count <= 0) {
      if (!rest_.empty()) on_line_(std::exchange(rest_, {}));
      return false;
    }
    rest_.append(buffer.data(), static_cast<std::size_t>(count));
    for (std::size_t end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
      const std::string line = rest_.substr(0, end);
      rest_.erase(0, end + 1);
      on_line_(line);
    }
    return true;
  }

 private:
  int pipe_;
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

void relay(int errors, int signals, pid_t child, ChildEnd& end,
           const std::function<void(const std::string&)>& on_error_line) {
  LineReader lines(errors, on_error_line);
  std::array<pollfd, 2> watched{pollfd{errors, POLLIN, 0}, pollfd{signals, POLLIN, 0}};
  for (bool open = true; open;) {
    if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) fail("poll");
    if ((watched[1].revents & POLLIN) != 0) pass_signal_on(signals, child, end);
    if ((watched[0].revents & (POLLIN | POLLHUP)) != 0) open = lines.read();
  }
}

}  // namespace

ChildEnd run_child(const std::vector<std::string>& arguments,
                   const std::map<std::string, std::string>& environment,
                   const std::function<void(const std::string&)>& on_error_line) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
  const Descriptor errors(ends[0]);
  Descriptor errors_of_child(ends[1]);
  const SignalGate gate;
  const Descriptor signals(gate.open());
  const pid_t child = ::fork();
  if (child < 0) fail("fork");
  if (child == 0) become(arguments, environment, gate, errors_of_child.number());
  errors_of_child.close();
  ChildEnd end;
  relay(errors.number(), signals.number(), child, end, on_error_line);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) end.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (end.status == not_started) {
    throw std::runtime_error(fmt::format("{} could not be started", arguments.front()));
  }
  return end;
}

}  // namespace scenarios
