#pragma once

#include <optional>
#include <string>

#include "scenarios/judge/expected.hpp"
#include "scenarios/packs/evaluation.hpp"
#include "scenarios/packs/formula.hpp"

namespace scenarios {

/// What a formula says at a place, and what is expected of it there.
struct Claim {
  double estimate = 0;
  bool assumptions_met = true;
  std::string failed_assumption{};  // the clauses of `assumes` that do not hold
  std::optional<double> bound{};    // E of an agreement `within E`; none: outside
  Expected expected{};
};

/// Throws BadInput: an expression without value, a bound below 0.
Claim claim_of(const Formula& formula, const ScenarioExpectations& by_scenario,
               const Catalogue& catalogue, Evaluation& evaluation);

}  // namespace scenarios
