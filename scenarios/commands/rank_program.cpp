#include "scenarios/commands/rank_program.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ranks/session.hpp"
#include "scenarios/commands/console.hpp"
#include "scenarios/commands/dry_run.hpp"
#include "scenarios/commands/first_told.hpp"
#include "scenarios/commands/journal.hpp"
#include "scenarios/commands/launcher.hpp"
#include "scenarios/commands/marked_lines.hpp"
#include "scenarios/commands/memory_refusal.hpp"
#include "scenarios/commands/runner.hpp"
#include "scenarios/commands/work.hpp"
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

// Every rank reads for itself, and what one of them cannot use is told to all, so that none is left
// waiting. Nothing: bad input, which rank 0 has printed.
std::optional<std::vector<Task>> prepare_together(ranks::Session& session, const Options& options,
                                                  bool all_run) {
  std::vector<Task> tasks;
  std::string faults;
  try {
    tasks = prepare(options);
    if (all_run) require_ranks(tasks, session.size());
    // Our launcher has looked already.
    if (all_run && session.rank() == 0 && all_ranks_are_here()) refuse_too_large(tasks);
    if (options.command == Command::sweep && session.rank() == 0) {
      Journal(Journal::file_of(options), Journal::Use::look);
    }
  } catch (const BadInput& error) {
    faults = error.what();
  }
  faults = first_told(session, faults);
  if (faults.empty()) return tasks;
  if (session.rank() == 0) say(faults);
  return std::nullopt;
}

int run_in_session(ranks::Session& session, const Options& options) {
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
