#pragma once

#include <memory>
#include <string_view>

#include <spdlog/spdlog.h>

#include "scenarios/commands/options.hpp"
#include "scenarios/report/text_table.hpp"

namespace scenarios {

/// The log of this process, on standard error: standard output is for results.
std::shared_ptr<spdlog::logger> make_log(const Options& options);

/// `line` and a line break on standard error in one write. Where nobody can be told (it is closed,
/// or full) the run goes on and its status stays what it is.
void say(std::string_view line);

/// The cells of a line of the terminal that `file` is; else those that COLUMNS says; else 80.
std::size_t terminal_width(int file);

/// How tables are made for standard output.
TerminalStyle terminal_style(const Options& options);

}  // namespace scenarios
