#include "scenarios/judge/claim.hpp"

#include "scenarios/judge/reasons.hpp"

namespace scenarios {

namespace {

std::optional<double> bound_of(const Agreement& agreement, Evaluation& evaluation) {
  if (!agreement.bound) return std::nullopt;
  const double bound = evaluation.value(*agreement.bound);
  if (bound >= 0.0) return bound;
  throw BadInput(agreement.bound->where().text(), "agreement",
                 "'within " + agreement.bound->text() + "' gives a bound below 0");
}

}  // namespace

Claim claim_of(const Formula& formula, const ScenarioExpectations& by_scenario,
               const Catalogue& catalogue, Evaluation& evaluation) {
  Claim claim{.estimate = evaluation.value(formula.expression)};
  claim.assumptions_met = !formula.assumes || evaluation.holds(*formula.assumes);
  if (claim.assumptions_met) {
    claim.bound = bound_of(formula.agreement, evaluation);
    claim.expected = expected_of(formula, by_scenario, evaluation);
  } else {
    claim.failed_assumption = failed_clauses(*formula.assumes, catalogue, evaluation);
    claim.expected = expected_outside(formula, by_scenario, evaluation);
  }
  return claim;
}

}  // namespace scenarios
