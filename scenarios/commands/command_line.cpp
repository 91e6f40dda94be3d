#include "scenarios/commands/command_line.hpp"

#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "scenarios/import/recognise.hpp"

namespace scenarios {

namespace {

constexpr const char* description =
    "Trains a small transformer split over MPI ranks, measures what every rank holds, computes "
    "and\n"
    "sends, and puts each number beside the closed-form estimate of it, with a verdict.";

// Hidden entries have no group in the help text.
constexpr const char* hidden = "";

void refuse_later_options(CLI::App& command) {
  for (const char* name : {"--report", "--trace", "--save", "--resume"}) {
    command
        .add_option_function<std::string>(
            name,
            [name](const std::string&) {
              throw CLI::ValidationError(
                  name,
                  "is not supported yet; results are written by --json, --csv "
                  "and --dump");
            })
        ->group(hidden);
  }
  command
      .add_flag_function("--wire",
                         [](std::int64_t) {
                           throw CLI::ValidationError(
                               "--wire", "is not supported yet; traffic is reported as payload");
                         })
      ->group(hidden);
}

void refuse_later_commands(CLI::App& app) {
  for (const char* name : {"explain", "diff", "lesson"}) {
    CLI::App* command = app.add_subcommand(name)->group(hidden)->prefix_command();
    command->set_help_flag();
    command->callback([name] {
      throw CLI::ValidationError(
          name,
          "is not supported yet; supported commands: run, sweep, dry, estimate, formulas, import");
    });
  }
}

void add_log_options(CLI::App& command, Options& options) {
  auto* quiet = command.add_flag("--quiet", options.quiet, "Log errors and warnings only");
  command
      .add_flag("--verbose", options.verbose,
                "Log more, and show every rank's checks and what fills the peak")
      ->excludes(quiet);
}

void add_pack_option(CLI::App& command, Options& options, const char* text) {
  command.add_option("--formulas", options.packs, text)
      ->type_name("PACK.yaml")
      ->allow_extra_args(false);
}

void add_set_option(CLI::App& command, Options& options, const char* text) {
  command.add_option("--set", options.overrides, text)
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void add_scenario_options(CLI::App& command, Options& options) {
  command.add_option("scenarios", options.scenarios, "Scenario files, or folders of them")
      ->required()
      ->type_name("FILE");
  add_set_option(command, options,
                 "Override a key, as zero.stage=2; also replaces a sweep over it (repeatable)");
  add_pack_option(command, options, "Judge by this pack too (repeatable)");
}

std::string name_fault(const std::string& file) {
  return file.empty() ? "needs the name of a file" : "";
}

std::string format_fault(const std::string& name) {
  if (is_format_name(name)) return "";
  return fmt::format("{} is no format that is read; formats: {}", name, format_names());
}

void add_result_options(CLI::App& command, Options& options) {
  command.add_option("--json", options.json, "Write the results here")
      ->type_name("FILE")
      ->check(name_fault);
  command
      .add_option("--csv", options.csv,
                  "Write the checks here, one a row; of a dry sweep a row a scenario")
      ->type_name("FILE")
      ->check(name_fault);
}

void add_run_options(CLI::App& command, Options& options) {
  add_result_options(command, options);
  command
      .add_option("--dump", options.dump,
                  "Write gradients.safetensors and weights.safetensors into this folder")
      ->type_name("DIR")
      ->check(name_fault);
  std::int64_t seconds = options.timeout.count();
  command
      .add_option_function<std::int64_t>(
          "--timeout",
          [&options](std::int64_t value) { options.timeout = std::chrono::seconds(value); },
          fmt::format("End a run when an operation waits longer ({})", seconds))
      ->type_name("SECONDS")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
  command.add_flag("--launched", options.is_launched)->group(hidden);
  command.add_flag("--launched-colour", options.colour)->group(hidden);
}

CLI::App* add_command(CLI::App& app, Options& options, Command command, const char* name,
                      const char* text) {
  CLI::App* added = app.add_subcommand(name, text);
  added->callback([&options, command] { options.command = command; });
  refuse_later_options(*added);
  add_log_options(*added, options);
  return added;
}

void add_import(CLI::App& app, Options& options) {
  auto* import = add_command(
      app, options, Command::import, "import",
      "Read Hugging Face, DeepSpeed, GPT-NeoX, Megatron and torchtitan files into a scenario");
  import->add_option("files", options.scenarios, "Configuration files, of one format or several")
      ->required()
      ->type_name("FILE");
  import
      ->add_option("-o,--output", options.output,
                   "Write the scenario here (-: standard output); without it only report")
      ->type_name("FILE")
      ->check(name_fault);
  import->add_flag("--force", options.force, "Replace the file of -o if it is there");
  import->add_flag("--partial", options.partial,
                   "Write what a scenario can say, with a note of what it cannot");
  add_set_option(*import, options, "Give a scenario's key, as model.vocab_size=32000 (repeatable)");
  import
      ->add_option_function<std::string>(
          "--format", [&options](const std::string& name) { options.format = name;
},
          "The format of a file that cannot be recognised by its keys: " + format_names())
      ->type_name("NAME")
      ->check(format_fault);
  import
      ->add_option_function<std::int64_t>(
          "--ranks", [&options](std::int64_t ranks) { options.ranks = ranks;
  }  // namespace
,
          "How many ranks there are, where the files do not say")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{2'147'483'647}));
}  // namespace scenarios

void add_commands(CLI::App& app, Options& options) {
  auto* run = add_command(app, options, Command::run, "run", "Train for real and judge");
  add_scenario_options(*run, options);
  add_run_options(*run, options);
  auto* sweep = add_command(app, options, Command::sweep, "sweep",
                            "Run many scenarios; goes on where an interrupted sweep stopped");
  add_scenario_options(*sweep, options);
  add_run_options(*sweep, options);
  sweep->add_option("--verdicts", options.verdicts, "Count the verdicts of each formula here")
      ->type_name("FILE")
      ->check(name_fault);
  auto* dry = add_command(app, options, Command::dry, "dry",
                          "Walk the same steps without memory or MPI, for a mesh of any size");
  add_scenario_options(*dry, options);
  add_result_options(*dry, options);
  auto* estimate =
      add_command(app, options, Command::estimate, "estimate", "Closed forms alone, without a run");
  add_scenario_options(*estimate, options);
  auto* formulas = add_command(app, options, Command::formulas, "formulas",
                               "List the formula packs: expression, source, assumptions");
  formulas->add_option("--pack", options.pack, "Only this pack")->type_name("NAME");
  add_pack_option(*formulas, options, "List this pack too (repeatable)");
  add_import(app, options);
}

// CLI11's own statuses differ from fault to fault; ours is 2 for all bad input.
Finished finish(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream output;
  std::ostringstream errors;
  const int status = app.exit(error, output, errors);
  return status == 0 ? Finished{0, output.str()} : Finished{2, errors.str()};
}

}  // namespace scenarios

std::variant<Options, Finished> parse_command_line(int argc, const char* const* argv) {
  Options options;
  CLI::App app{description, "shardscope"};
  app.set_version_flag("--version", "shardscope " SHARDSCOPE_VERSION);
  app.require_subcommand(0, 1);
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return fmt::format("error: {}\n", error.what());
  });
  add_commands(app, options);
  refuse_later_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return finish(app, error);
  }
  if (app.get_subcommands().empty()) return Finished{0, app.help()};
  return options;
}

}  // namespace scenarios
