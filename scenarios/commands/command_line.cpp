#include "scenarios/commands/command_line.hpp"

#include <exception>
#include <optional>
#include <sstream>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "scenarios/commands/command_faults.hpp"
#include "scenarios/commands/command_options.hpp"
#include "scenarios/files/project_files.hpp"
#include "scenarios/import/recognise.hpp"

namespace scenarios {

namespace {

constexpr const char* description =
    "Trains a small transformer split over MPI ranks, measures what every rank holds, computes "
    "and\n"
    "sends, and puts each number beside the closed-form estimate of it, with a verdict.";

void refuse_later_commands(CLI::App& app) {
  for (const char* name : {"explain", "diff", "lesson", "search", "audit", "derive", "judge"}) {
    CLI::App* command = app.add_subcommand(name)->group(hidden)->prefix_command();
    command->set_help_flag();
    command->callback([name] {
      throw CLI::ValidationError(name,
                                 "is not supported yet; supported commands: run, sweep, dry, "
                                 "estimate, formulas, import, keys, variables, quantities");
    });
  }
}

std::string format_fault(const std::string& name) {
  if (is_format_name(name)) return "";
  return fmt::format("{} is no format that is read; formats: {}", name, format_names());
}

// `examples`: lines to be called as they stand, the plainest first.
CLI::App* add_command(CLI::App& app, Options& options, Command command, const char* name,
                      const char* text, const char* examples) {
  CLI::App* added = app.add_subcommand(name, text);
  added->footer(fmt::format("Examples:\n{}", examples));
  added->callback([&options, command] { options.command = command; });
  refuse_later_options(*added);
  add_log_options(*added, options);
  return added;
}

void add_import(CLI::App& app, Options& options) {
  auto* import = add_command(
      app, options, Command::import, "import",
      "Read Hugging Face, DeepSpeed, GPT-NeoX, Megatron and torchtitan files into a scenario",
      "  shardscope import config.json ds_config.json --ranks 8 -o mine.yaml");
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

void add_running_commands(CLI::App& app, Options& options) {
  const auto add = [&](Command command, const char* name, const char* text, const char* examples) {
    CLI::App* added = add_command(app, options, command, name, text, examples);
    add_scenario_options(*added, options);
    add_result_options(*added, options);
    add_view_options(*added, options);
    return added;
  };
  add_run_options(*add(Command::run, "run", "Train for real and judge",
                       "  shardscope run mine.yaml\n"
                       "  shardscope run mine.yaml --set zero.stage=3 --json mine.json"),
                  options);
  CLI::App* sweep =
      add(Command::sweep, "sweep", "Run many scenarios; goes on where an interrupted sweep stopped",
          "  shardscope sweep scenarios/library/demo.yaml\n"
          "  shardscope sweep scenarios/library --json library.json");
  add_run_options(*sweep, options);
  add_sweep_view_options(*sweep, options);
  sweep->add_option("--verdicts", options.verdicts, "Count the verdicts of each formula here")
      ->type_name("FILE")
      ->check(name_fault);
  CLI::App* dry =
      add(Command::dry, "dry", "Walk the same steps without memory or MPI, for a mesh of any size",
          "  shardscope dry scenarios/large/gpt3-175b.yaml --set hardware.memory_bytes=80e9\n"
          "  shardscope dry grid.yaml --csv grid.csv --sort headroom --fits --top 10");
  add_sweep_view_options(*dry, options);
  add(Command::estimate, "estimate", "Closed forms alone, without a run",
      "  shardscope estimate mine.yaml --formula 'seed.*'\n"
      "  shardscope estimate grid.yaml --csv estimates.csv");
}

void add_listings(CLI::App& app, Options& options) {
  CLI::App* formulas = add_command(
      app, options, Command::formulas, "formulas",
      "List the formula packs, or show a pack or a formula whole",
      "  shardscope formulas\n  shardscope formulas zero-2019\n  shardscope formulas seed.3d.grad");
  formulas->add_option("names", options.names, "Packs or formulas to show whole")
      ->type_name("NAME");
  formulas->add_option("--pack", options.names, "Show this pack whole")
      ->type_name("NAME")
      ->allow_extra_args(false);
  add_pack_option(*formulas, options, "List this pack too (repeatable)");
  const auto add = [&](Command command, const char* name, const char* text, const char* examples) {
    add_command(app, options, command, name, text, examples)
        ->add_option("names", options.names, "Only those that match, as 'zero.*'")
        ->type_name("GLOB");
  };
  add(Command::keys, "keys", "List what a scenario file may say",
      "  shardscope keys\n  shardscope keys 'zero.*'");
  add(Command::variables, "variables", "List what a formula may use of a scenario",
      "  shardscope variables");
  add(Command::quantities, "quantities", "List what is measured and a formula may estimate",
      "  shardscope quantities 'memory.*.kept'");
}

// `help` and `help COMMAND`; nothing when it is neither.
std::optional<Finished> help(const CLI::App& app, int argc, const char* const* argv) {
  if (argc < 2 || std::string_view(argv[1]) != "help") return std::nullopt;
  if (argc == 2) return Finished{0, app.help()};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == argv[2]) return Finished{0, command->help(app.get_name())};
  }
  return Finished{2, fmt::format("error: {}\n", command_fault(app, argv[2]))};
}

// What a report of a fault, or of a speed, must say; the folder is found at run time.
std::string version_text() {
  std::string data;
  try {
    data = project_folder().string();
  } catch (const std::exception& error) {
    data = fmt::format("none ({})", error.what());
  }
  constexpr std::string_view march = SHARDSCOPE_MARCH;
  return fmt::format("shardscope {}\ncompiler   {}\nprocessor  {}\ndata       {}",
                     SHARDSCOPE_VERSION, SHARDSCOPE_COMPILER,
                     march.empty() ? "the compiler's default" : march, data);
}

// CLI11's own statuses differ from fault to fault; ours is 2 for all bad input.
Finished finish(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream output;
  std::ostringstream errors;
  const int status = app.exit(error, output, errors);
  if (status == 0) return {0, output.str()};
  return {2, fmt::format("error: {}\n", line_fault(app, error))};
}

}  // namespace scenarios

std::variant<Options, Finished> parse_command_line(int argc, const char* const* argv) {
  Options options;
  CLI::App app{description, "shardscope"};
  app.set_version_flag("--version", version_text);
  app.require_subcommand(0, 1);
  app.footer("Examples:\n  shardscope run mine.yaml\n  shardscope help run");
  add_running_commands(app, options);
  add_listings(app, options);
  add_import(app, options);
  refuse_later_commands(app);
  if (auto text = help(app, argc, argv)) return *text;
  if (argc > 1) {
    const std::string fault = command_fault(app, argv[1]);
    if (!fault.empty()) return Finished{2, fmt::format("error: {}\n", fault)};
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return finish(app, error);
  }
  if (app.get_subcommands().empty()) return Finished{0, app.help()};
  return options;
}

}  // namespace scenarios
