#include "scenarios/commands/launcher.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "scenarios/commands/child_process.hpp"
#include "scenarios/commands/mpirun_output.hpp"
#include "scenarios/commands/progress.hpp"

namespace scenarios {

namespace {

constexpr int run_failed = 3;

// The file in which the ranks leave their exit status, removed with this object.
class StatusFile {
 public:
  StatusFile()
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("shardscope-status-{}", ::getpid())) {
    std::filesystem::remove(path_);
  }
  StatusFile(const StatusFile&) = delete;
  StatusFile& operator=(const StatusFile&) = delete;
  ~StatusFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::optional<int> status() const {
    std::ifstream stream(path_);
    int status = 0;
    if (stream >> status) return status;
    return std::nullopt;
  }

 private:
  std::filesystem::path path_;
};

bool is_set(const char* name) {
  return std::getenv(name) != nullptr;
}

// More ranks than cores is the normal case here: they share cores and yield while they wait.
std::vector<std::string> mpirun_command(const Options& options, int ranks,
                                        const std::vector<std::string>& arguments,
                                        const std::filesystem::path& status_file) {
  std::vector<std::string> command{"mpirun",
                                   "--oversubscribe",
                                   "--bind-to",
                                   "none",
                                   "--mca",
                                   "mpi_yield_when_idle",
                                   "1",
                                   "-n",
                                   std::to_string(ranks),
                                   std::filesystem::read_symlink("/proc/self/exe").string()};
  command.insert(command.end(), arguments.begin() + 1, arguments.end());
  command.insert(command.end(), {"--launched", status_file.string()});
  if (options.colour) command.emplace_back("--launched-colour");
  return command;
}

std::map<std::string, std::string> environment_of_ranks(int ranks) {
  std::map<std::string, std::string> environment;
  if (::geteuid() == 0) {
    environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1";
    environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1";
  }
  if (!is_set("OMP_NUM_THREADS")) {
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    environment["OMP_NUM_THREADS"] = std::to_string(std::max(1, cores / ranks));
  }
  return environment;
}

// Passes on what the ranks log, and draws their progress where there is a terminal.
class ErrorRelay {
 public:
  void take(const std::string& line) {
    if (const std::optional<std::string> progress = progress_of(line)) {
      if (on_terminal_) draw_progress(*progress);
      return;
    }
    const std::optional<std::string> passed = output_.pass(line);
    if (passed) print(*passed);
  }
  void print(const std::string& line) const {
    if (on_terminal_) clear_progress();
    fmt::print(stderr, "{}\n", line);
  }
  [[nodiscard]] const MpirunOutput& output() const { return output_; }

 private:
  MpirunOutput output_;
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
  const StatusFile status_file;
  ErrorRelay relay;
  const ChildEnd end = run_child(mpirun_command(options, ranks, arguments, status_file.path()),
                                 environment_of_ranks(ranks), print_output,
                                 [&relay](const std::string& line) { relay.take(line); });
  const std::optional<int> status = status_file.status();
  if (status && end.status == 0 && end.signal == 0) return *status;
  if (options.verbose && !relay.output().kept_back().empty()) {
    relay.print(relay.output().kept_back());
  }
  relay.print(reason_of(end, relay.output()));
  return run_failed;
}

}  // namespace scenarios
