#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "scenarios/scenario.hpp"

namespace scenarios {

/// Reads scenario files, and the .yaml and .yml files of folders in the order of their names, and
/// spreads each `sweep:` grid into one scenario a point, named NAME[key=value,...]. `overrides` are
/// the texts of `--set`, applied to every file. Throws BadInput with all faults of all files.
std::vector<Scenario> read_scenarios(std::span<const std::filesystem::path> paths,
                                     std::span<const std::string> overrides);

}  // namespace scenarios
