#include "scenarios/commands/command_options.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/commands/duration.hpp"
#include "scenarios/report/sweep_row.hpp"

namespace scenarios {

namespace {

// Empty: it is one.
std::string sweep_column_fault(const std::string& name) {
  const std::vector<std::string> columns = sweep_columns();
  if (std::ranges::find(columns, name) != columns.end()) return "";
  return fmt::format("'{}' is no column; there are {}", name, fmt::join(columns, ", "));
}

void refuse_option(CLI::App& command, const char* name, const char* what) {
  const auto refuse = [name, what](const std::string&) { throw CLI::ValidationError(name, what); };
  command.add_option_function<std::string>(name, refuse)->expected(0, 1)->group(hidden);
}

}  // namespace

void refuse_later_options(CLI::App& command) {
  constexpr const char* results =
      "is not supported yet; results are written by --json, --csv and --dump";
  refuse_option(command, "--report", results);
  refuse_option(command, "--html", results);
  refuse_option(command, "--trace", results);
  refuse_option(command, "--save",
                "is not supported yet; --dump writes the weights after the last step");
  refuse_option(command, "--resume",
                "is not supported yet; a sweep that was interrupted goes on by itself when it is "
                "called again");
  refuse_option(command, "--wire", "is not supported yet; traffic is reported as payload");
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

void add_result_options(CLI::App& command, Options& options) {
  command.add_option("--json", options.json, "Write the results here (-: standard output)")
      ->type_name("FILE")
      ->check(name_fault);
  command
      .add_option("--csv", options.csv,
                  "Write the checks here, one a row; of a dry sweep a row a scenario")
      ->type_name("FILE")
      ->check(name_fault);
}

void add_view_options(CLI::App& command, Options& options) {
  command
      .add_option("--formula", options.shown_formulas,
                  "Show what is said by formulas of this name, as 'seed.*' (repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  command
      .add_option("--quantity", options.shown_quantities,
                  "Show what is said of these quantities, as 'memory.*.kept' (repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
}

void add_sweep_view_options(CLI::App& command, Options& options) {
  command
      .add_option("--sort", options.sort,
                  fmt::format("Order a sweep's table, the best first, by one of {}",
                              fmt::join(sweep_columns(), ", ")))
      ->type_name("COLUMN")
      ->check(sweep_column_fault);
  command.add_flag("--fits", options.fits,
                   "Show only the scenarios of a sweep that fit their memory");
  command.add_option("--top", options.top, "Show only the first N rows of a sweep's table")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}));
}

void add_run_options(CLI::App& command, Options& options) {
  command
      .add_option("--dump", options.dump,
                  "Write gradients.safetensors and weights.safetensors into this folder")
      ->type_name("DIR")
      ->check(name_fault);
  const auto read_timeout = [&options](const std::string& text) {
    const auto duration = parse_duration(text);
    if (!duration) {
      throw CLI::ValidationError(
          "--timeout", fmt::format("'{}' is no time; write seconds (90), or 90s, 10m, 2h", text));
    }
    options.timeout = *duration;
  };
  command
      .add_option_function<std::string>(
          "--timeout", read_timeout,
          fmt::format("End a run when an operation waits longer ({}s)", options.timeout.count()))
      ->type_name("TIME");
  command.add_flag("--launched", options.is_launched)->group(hidden);
  command.add_flag("--launched-colour", options.colour)->group(hidden);
  command.add_option("--launched-width", options.width)->group(hidden);
}

std::string name_fault(const std::string& file) {
  return file.empty() ? "needs the name of a file" : "";
}

}  // namespace scenarios
