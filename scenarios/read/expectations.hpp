#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <yaml-cpp/yaml.h>

#include "scenarios/read/fault.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// The `check:` section: which packs judge the scenario, and what it expects of single formulas.
struct CheckSection {
  std::vector<std::string> packs{"transformer-math-101", "exact"};
  bool packs_are_set = false;  // by --set, so that paths are not those of the file
  std::map<std::string, std::vector<Expectation>> expectations;  // by formula id
  std::map<std::string, int> expectation_lines;
};

/// A list of packs, as check.formulas holds it; `fault` is told the node and what is wrong with it.
std::vector<std::string> read_packs(
    const YAML::Node& node, const std::function<void(const YAML::Node&, std::string)>& fault);

/// Reads the section; ids contain dots and are taken as they stand. Whether packs and ids exist is
/// for the packs' reader to say. Faults are appended with the file's name.
CheckSection read_check_section(const YAML::Node& node, const std::string& file,
                                std::vector<Fault>& faults);

}  // namespace scenarios
