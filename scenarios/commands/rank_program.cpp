#include "scenarios/commands/rank_program.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "ranks/session.hpp"
#include "scenarios/commands/console.hpp"
#include "scenarios/commands/dry_run.hpp"
#include "scenarios/commands/first_told.hpp"
#include "scenarios/commands/journal.hpp"
#include "scenarios/commands/launcher.hpp"
#include "scenarios/commands/marked_lines.hpp"
#include "scenarios/commands/memory_refusal.hpp"
#include "scenarios/commands/piped_texts.hpp"
#include "scenarios/commands/runner.hpp"
#include "scenarios/commands/shared_tasks.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/files/inputs.hpp"
#include "scenarios/read/fault.hpp"
#include "sim/threads.hpp"

namespace scenarios {

namespace {

constexpr int bad_input = 2;
constexpr int run_failed = 3;

void require_ranks(const std::vector<Task>& tasks, int started) {
  const int needed = largest_mesh(tasks);
  if (needed <= started) return;
  throw BadInput("mpirun", "",
                 fmt::format("started {} rank{}; the largest scenario needs {}", started,
                             started == 1 ? "" : "s", needed));
}

// What rank 0 reads and evaluates. Our launcher has looked at the sizes already.
std::vector<Task> prepare_on_rank_0(const Options& options, int started, bool all_run) {
  std::vector<Task> tasks = prepare(options);
  if (all_run) require_ranks(tasks, started);
  if (all_run && all_ranks_are_here()) refuse_too_large(tasks);
  if (options.command == Command::sweep) Journal(Journal::file_of(options), Journal::Use::look);
  return tasks;
}

// What `step` finds wrong with the input; nothing: "".
template <class Step>
std::string faults_of(Step step) {
  try {
    step();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

// Whether any rank found faults, of which rank 0 prints the first. The same on all ranks.
bool fail_together(ranks::Session& session, const std::string& faults) {
  const std::string told = first_told(session, faults);
  if (!told.empty() && session.rank() == 0) say(told);
  return !told.empty();
}

// Rank 0 reads scenarios and packs, so that all ranks run the same ones and a pipe is read once;
// texts and weights are opened by each rank, since a run reads on in them, and may be missing on
// one of several machines. Nothing: bad input, which rank 0 has printed.
std::optional<std::vector<Task>> prepare_together(ranks::Session& session, const Options& options,
                                                  bool all_run) {
  std::vector<Task> tasks;
  const bool reads = session.rank() == 0;
  const std::string faults = faults_of([&] {
    if (reads) tasks = prepare_on_rank_0(options, session.size(), all_run);
  });
  if (fail_together(session, faults)) return std::nullopt;
  const std::string shared = session.share_text(reads ? bytes_of(tasks) : "");
  if (!reads) tasks = tasks_of(shared);
  const bool opens = !reads && options.command != Command::dry;
  const std::string missing = faults_of([&] {
    for (const Task& task : tasks) {
      if (opens) open_inputs(task.scenario);
    }
  });
  if (fail_together(session, missing)) return std::nullopt;
  return tasks;
}

int run_in_session(ranks::Session& session, Options options) {
  if (options.is_launched && session.rank() == 0) options.texts = handed_texts(STDIN_FILENO);
  const auto log = make_log(options);
  if (session.rank() == 0) {
    log->debug("{} ranks were started; threads of rank 0: {}", session.size(), sim::threads());
  }
  // Our launcher starts no more ranks than what is left of a sweep needs.
  const bool is_dry = options.command == Command::dry;
  const auto tasks = prepare_together(session, options, !options.is_launched && !is_dry);
  const int status = !tasks   ? bad_input
                     : is_dry ? run_dry_together(session, options, *tasks)
                              : run_tasks(session, options, *tasks, *log);
  if (!options.is_launched) return status;
  if (session.rank() == 0) say(marked_line(Mark::status, std::to_string(status)));
  return 0;
}

}  // namespace

int run_as_rank(const Options& options, int& argc, char**& argv) {
  try {
    ranks::Session session(argc, argv, options.timeout);
    // What is in the environment is somebody's wish, and OpenMP has read it.
    if (std::getenv("OMP_NUM_THREADS") == nullptr) sim::use_threads(session.cores());
    try {
      return run_in_session(session, options);
    } catch (const std::exception& error) {
      session.abort(run_failed, error.what());
    }
  } catch (const std::exception& error) {
    say(fmt::format("error: {}", error.what()));
    return run_failed;
  }
}

}  // namespace scenarios
