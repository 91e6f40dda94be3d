#pragma once

#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace scenarios {

/// What is wrong with the first word of a command line, or nothing when it is a command or an
/// option: the command that looks most like it.
std::string command_fault(const CLI::App& app, std::string_view word);

/// What is wrong with the rest, as a person would say it: the option that looks most like an
/// unknown one, and what is missing with an example.
std::string line_fault(const CLI::App& app, const CLI::ParseError& error);

}  // namespace scenarios
