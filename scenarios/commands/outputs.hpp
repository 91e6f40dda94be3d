#pragma once

#include <span>

#include "scenarios/commands/options.hpp"
#include "scenarios/report/run_report.hpp"

namespace scenarios {

/// Prints to standard output: of `run` every scenario's verdicts; of `sweep` the verdicts of those
/// that are not as expected (with --verbose all), then one line a scenario.
void print_reports(std::span<const RunReport> reports, const Options& options);

/// Writes the files of --json, --csv and --verdicts; an older file stays until the new one is
/// whole. Throws std::runtime_error when one cannot be written.
void write_reports(std::span<const RunReport> reports, const Options& options);

}  // namespace scenarios
