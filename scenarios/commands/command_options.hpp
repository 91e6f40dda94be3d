#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "scenarios/commands/options.hpp"

namespace scenarios {

/// Hidden entries have no group in the help text.
inline constexpr const char* hidden = "";

/// What several commands have: each adds its options to the help and reading of a command. The
/// options must outlive it.
void add_log_options(CLI::App& command, Options& options);
void add_pack_option(CLI::App& command, Options& options, const char* text);
void add_set_option(CLI::App& command, Options& options, const char* text);
/// The files that a command reads, --set and --formulas.
void add_scenario_options(CLI::App& command, Options& options);
/// --json and --csv.
void add_result_options(CLI::App& command, Options& options);
/// --formula and --quantity.
void add_view_options(CLI::App& command, Options& options);
/// --sort, --fits and --top.
void add_sweep_view_options(CLI::App& command, Options& options);
/// --dump, --timeout and what our launcher tells its ranks.
void add_run_options(CLI::App& command, Options& options);

/// What belongs to later versions, refused by name.
void refuse_later_options(CLI::App& command);

/// Empty: `file` can be the name of a file.
std::string name_fault(const std::string& file);

}  // namespace scenarios
