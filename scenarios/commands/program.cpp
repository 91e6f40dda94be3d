#include "scenarios/commands/program.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "scenarios/commands/command_line.hpp"
#include "scenarios/commands/console.hpp"
#include "scenarios/commands/descriptors.hpp"
#include "scenarios/commands/dry_run.hpp"
#include "scenarios/commands/estimating.hpp"
#include "scenarios/commands/import_command.hpp"
#include "scenarios/commands/journal.hpp"
#include "scenarios/commands/launcher.hpp"
#include "scenarios/commands/listings.hpp"
#include "scenarios/commands/memory_refusal.hpp"
#include "scenarios/commands/output_faults.hpp"
#include "scenarios/commands/piped_texts.hpp"
#include "scenarios/commands/polite_waiting.hpp"
#include "scenarios/commands/rank_program.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

namespace {

constexpr int bad_input = 2;
constexpr int run_failed = 3;

int print(const Finished& finished) {
  std::fputs(finished.text.c_str(), finished.status == 0 ? stdout : stderr);
  return finished.status;
}

// What is left to run: a sweep may have finished some of it before.
std::vector<Task> tasks_left(const Options& options) {
  std::vector<Task> tasks = prepare(options);
  if (options.command == Command::sweep) {
    Journal journal(Journal::file_of(options), Journal::Use::look);
    const bool is_one = tasks.size() == 1;
    std::erase_if(tasks, [&](const Task& task) {
      return journal.find(task.scenario, dump_folder(options, task.scenario.name, is_one))
          .has_value();
    });
  }
  return tasks;
}

// Bad input is found here, once, before any rank is started; so is what this machine cannot hold.
int launch_ranks(Options options, int argc, char** argv) {
  options.texts = texts_of_pipes(options.scenarios);
  const std::vector<std::string> arguments(argv, argv + argc);
  const std::vector<Task> tasks = tasks_left(options);
  refuse_too_large(tasks);
  return launch(options, largest_mesh(tasks), arguments);
}

bool is_rank(const Options& options) {
  return options.is_launched || is_started_as_rank();
}

int execute(const Options& options, int argc, char** argv) {
  switch (options.command) {
    case Command::estimate:
      return print_estimates(options);
    case Command::formulas:
      return print_formulas(options);
    case Command::keys:
      return print_keys(options);
    case Command::variables:
      return print_variables(options);
    case Command::quantities:
      return print_quantities(options);
    case Command::dry:
      return is_rank(options) ? run_as_rank(options, argc, argv) : run_dry(options);
    case Command::import:
      return import_configs(options);
    case Command::run:
    case Command::sweep:
      break;
  }
  return is_rank(options) ? run_as_rank(options, argc, argv) : launch_ranks(options, argc, argv);
}

// A full disk shows when what was printed is written out, in this process or in mpirun's stead.
int finish_output(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  say("error: standard output could not be written in full");
  return run_failed;
}

// mpirun gives its ranks a terminal of their own whatever becomes of their output, so only our
// launcher can tell them.
bool wants_colour(const Options& options) {
  if (is_rank(options)) return options.colour;
  return ::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

}  // namespace

int run_program(int argc, char** argv) {
  open_closed_descriptors();
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the sizes of files is an error of writing
  try {
    auto line = parse_command_line(argc, argv);
    if (const auto* finished = std::get_if<Finished>(&line)) return finish_output(print(*finished));
    auto& options = std::get<Options>(line);
    options.colour = wants_colour(options);
    if (is_rank(options)) wait_politely(argv);
    return finish_output(execute(options, argc, argv));
  } catch (const BadInput& error) {
    say(error.what());
    return bad_input;
  } catch (const std::bad_alloc&) {
    say("error: this machine has not the memory for it; fewer layers, stages or micro-batches need "
        "less");
    return run_failed;
  } catch (const std::exception& error) {
    say(fmt::format("error: {}", error.what()));
    return run_failed;
  }
}

}  // namespace scenarios
