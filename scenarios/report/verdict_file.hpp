#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "scenarios/judge/check.hpp"

namespace scenarios {

/// How often each formula got which verdict, by formula and by the verdict's name. A formula that
/// was outside its assumptions everywhere has no verdict.
using VerdictCounts = std::map<std::string, std::map<std::string, int>>;

/// Adds the checks of one run; checks that are outside their assumptions are not counted.
void add_verdicts(VerdictCounts& counts, std::span<const Check> checks);

/// The file of --verdicts: JSON, one formula a line.
std::string verdict_file_text(const VerdictCounts& counts);

/// Reads such a file; empty where there is none. Throws BadInput on what is no such file.
VerdictCounts read_verdict_file(const std::filesystem::path& file);

}  // namespace scenarios
