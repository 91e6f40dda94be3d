#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "scenarios/read/fault.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// What a scenario with faults names besides: the rest of its input can be looked at all the same.
struct NamedFiles {
  std::vector<std::string> packs;
  InputFiles inputs;
};

/// The scenarios without fault, and of the others all faults and the files they name.
struct Reading {
  std::vector<Scenario> scenarios;
  std::vector<Fault> faults;
  std::vector<NamedFiles> of_faulty;
};

/// Reads scenario files, and the .yaml and .yml files of folders in the order of their names, and
/// spreads each `sweep:` grid into one scenario a point, named NAME[key=value,...]. `overrides` are
/// the texts of `--set`, applied to every file. `texts`: those of files that were read before, by
/// path.
Reading read_scenarios_and_faults(std::span<const std::filesystem::path> paths,
                                  std::span<const std::string> overrides,
                                  const std::map<std::string, std::string>& texts = {});

/// The same when all is to be well: throws BadInput with all faults of all files.
std::vector<Scenario> read_scenarios(std::span<const std::filesystem::path> paths,
                                     std::span<const std::string> overrides);

}  // namespace scenarios
