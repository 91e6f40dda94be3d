#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenarios/commands/options.hpp"
#include "scenarios/commands/work.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

/// The folder, below that of --dump, of one of several scenarios.
std::string dump_folder_of(const std::string& name);

/// Where the scenario of this name is dumped: the folder of --dump itself for the only one; empty
/// where nothing is dumped.
std::filesystem::path dump_folder(const Options& options, const std::string& name, bool is_one);

/// What is wrong with the places where results are to be written, found before anything runs: a
/// folder that is not there, a target that is no regular file, one file or dump folder for two
/// outputs, or a file that the scenarios read.
std::vector<Fault> output_faults(const Options& options, const std::vector<Task>& tasks);

}  // namespace scenarios
