#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/packs/evaluation.hpp"
#include "scenarios/packs/formula.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// A scenario's `check.expect` with its expressions parsed, by formula id.
using ScenarioExpectations = std::map<std::string, std::vector<ExpectedVerdict>>;

/// Where a scenario's `check.expect` says something of a formula.
Origin expectation_place(const Scenario& scenario, const std::string& formula);

/// Throws BadInput with all that does not parse.
ScenarioExpectations parse_expectations(const Scenario& scenario);

/// What is expected of one check, and by whom.
struct Expected {
  Verdict verdict = Verdict::exact;
  std::optional<double> ratio{};  // of "off"; none: any
  bool by_scenario = false;
};

/// The first matching entry of the scenario, else of the pack, else what the agreement claims. A
/// scenario's "off" without a ratio takes that of the pack's first matching "off".
Expected expected_of(const Formula& formula, const ScenarioExpectations& scenario,
                     Evaluation& evaluation);

/// The same where the formula's assumptions are not met: `outside`, unless the scenario says
/// otherwise.
Expected expected_outside(const Formula& formula, const ScenarioExpectations& scenario,
                          Evaluation& evaluation);

}  // namespace scenarios
