#include "scenarios/commands/launcher.hpp"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "scenarios/commands/child_process.hpp"
#include "scenarios/commands/console.hpp"
#include "scenarios/commands/marked_lines.hpp"
#include "scenarios/commands/mpirun_output.hpp"
#include "scenarios/commands/piped_texts.hpp"
#include "scenarios/commands/polite_waiting.hpp"
#include "scenarios/commands/progress.hpp"
#include "scenarios/read/descriptor.hpp"

namespace scenarios {

namespace {

constexpr int run_failed = 3;

bool is_set(const char* name) {
  return std::getenv(name) != nullptr;
}

// More ranks than cores is the normal case here: they share cores.
std::vector<std::string> mpirun_command(const Options& options, int ranks,
                                        const std::vector<std::string>& arguments) {
  std::vector<std::string> command{"mpirun",
                                   "--oversubscribe",
                                   "--bind-to",
                                   "none",
                                   "-n",
                                   std::to_string(ranks),
                                   std::filesystem::read_symlink("/proc/self/exe").string()};
  command.insert(command.end(), arguments.begin() + 1, arguments.end());
  command.emplace_back("--launched");
  if (options.colour) command.emplace_back("--launched-colour");
  command.insert(command.end(),
                 {"--launched-width", std::to_string(terminal_style(options).width)});
  return command;
}

std::map<std::string, std::string> environment_of_ranks() {
  std::map<std::string, std::string> environment = polite_waiting();
  if (::geteuid() == 0) {
    environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1";
    environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1";
  }
  return environment;
}

std::optional<int> status_of(std::string_view text) {
  int status = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), status);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return status;
}

// Passes on what the ranks log, draws their progress where there is a terminal, and keeps the
// status they have come to.
class ErrorRelay {
 public:
  void take(const std::string& line) {
    const std::optional<MarkedLine> marked = read_marked_line(line);
    if (!marked) return pass(line);
    if (!marked->before.empty()) pass(marked->before);
    if (marked->mark == Mark::status) status_ = status_of(marked->text);
    if (marked->mark == Mark::progress && on_terminal_) draw_progress(marked->text);
  }
  void print(const std::string& line) const {
    if (on_terminal_) clear_progress();
    say(line);
  }
  [[nodiscard]] const MpirunOutput& output() const { return output_; }
  [[nodiscard]] std::optional<int> status() const { return status_; }

 private:
  void pass(const std::string& line) {
    if (const std::optional<std::string> passed = output_.pass(line)) print(*passed);
  }

  MpirunOutput output_;
  std::optional<int> status_;
  bool on_terminal_ = ::isatty(STDERR_FILENO) == 1;
};

// What cannot be written is told at the end, when all has run (program.cpp).
void print_output(std::string_view bytes) {
  std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  std::fflush(stdout);
}

std::string reason_of(const ChildEnd& end, const MpirunOutput& output) {
  if (end.interrupted_by != 0) {
    return fmt::format("error: interrupted by signal {} ({})", end.interrupted_by,
                       ::strsignal(end.interrupted_by));
  }
  if (std::string reason = output.reason(); !reason.empty()) return reason;
  if (end.signal != 0) return fmt::format("error: mpirun ended by signal {}", end.signal);
  return fmt::format("error: mpirun ended with status {} before the ranks were done", end.status);
}

// mpirun keeps what its ranks share there, and says in a page of text that it cannot.
void require_temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  if (folder == nullptr || ::access(folder, W_OK | X_OK) == 0) return;
  throw std::runtime_error(
      fmt::format("TMPDIR is {}, which mpirun cannot write to: {}", folder, std::strerror(errno)));
}

}  // namespace

bool is_started_as_rank() {
  if (is_set("OMPI_COMM_WORLD_RANK") || is_set("PMIX_RANK") || is_set("PMI_RANK")) return true;
  // A batch script has SLURM_PROCID too; only srun's steps of several tasks are ranks.
  const char* tasks = std::getenv("SLURM_STEP_NUM_TASKS");
  return is_set("SLURM_PROCID") && tasks != nullptr && std::atoi(tasks) > 1;
}

bool all_ranks_are_here() {
  const char* all = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char* here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  return all != nullptr && here != nullptr && std::strcmp(all, here) == 0;
}

int launch(const Options& options, int ranks, const std::vector<std::string>& arguments) {
  require_temporary_folder();
  ErrorRelay relay;
  const Descriptor texts(hand_over(options.texts));  // mpirun passes its standard input to rank 0
  const ChildEnd end = run_child(
      mpirun_command(options, ranks, arguments), environment_of_ranks(), print_output,
      [&relay](const std::string& line) { relay.take(line); }, texts.number());
  const std::optional<int> status = relay.status();
  if (status && end.status == 0 && end.signal == 0) return *status;
  if (options.verbose && !relay.output().kept_back().empty()) {
    relay.print(relay.output().kept_back());
  }
  relay.print(reason_of(end, relay.output()));
  return run_failed;
}

}  // namespace scenarios
