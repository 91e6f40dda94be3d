#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "scenarios/commands/options.hpp"
#include "scenarios/packs/catalogue.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// A scenario and the packs that judge it.
struct Task {
  Scenario scenario;
  std::shared_ptr<const Catalogue> catalogue;
};

/// Reads the scenarios and packs that the options name, and checks everything that can be checked
/// without running: keys, formulas (each is evaluated once), and for `run` and `sweep` the contents
/// of input files and the folders of output files. Throws BadInput with all faults.
std::vector<Task> prepare(const Options& options);

/// The ranks that the largest of the tasks needs.
int largest_mesh(const std::vector<Task>& tasks);

}  // namespace scenarios
