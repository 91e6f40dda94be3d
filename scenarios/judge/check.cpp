#include "scenarios/judge/check.hpp"

#include <algorithm>

#include "scenarios/judge/expected.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/judge/verdict_rules.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

// The evaluations of one scenario: of every rank, and of what is the same on all.
struct Places {
  Evaluation whole;
  std::vector<Evaluation> ranks;
};

Places places_of(const Catalogue& catalogue, const Scenario& scenario) {
  const Variables whole = scenario_variables(scenario.values);
  const auto count = static_cast<std::int64_t>(whole.at("n"));
  Places places{Evaluation(catalogue, whole), {}};
  for (std::int64_t rank = 0; rank < count; ++rank) {
    places.ranks.emplace_back(catalogue, rank_variables(scenario.values, rank));
  }
  return places;
}

// Calls visit(formula, evaluation, rank) for every check that a scenario makes.
template <class Visit>
void for_each_check(const Catalogue& catalogue, Places& places, Visit visit) {
  for (const Pack& pack : catalogue.packs()) {
    for (const Formula& formula : pack.formulas) {
      if (formula.scope != Scope::rank) {
        visit(formula, places.whole, std::optional<int>{});
        continue;
      }
      for (std::size_t rank = 0; rank < places.ranks.size(); ++rank) {
        visit(formula, places.ranks[rank], std::optional(static_cast<int>(rank)));
      }
    }
  }
}

bool assumptions_hold(const Formula& formula, Evaluation& evaluation) {
  return !formula.assumes || evaluation.holds(*formula.assumes);
}

std::optional<Measured> measured(const Formula& formula, const RunResult& run,
                                 std::optional<int> rank) {
  if (run.ranks.empty()) return std::nullopt;
  std::vector<std::int64_t> values;
  for (const parallel::Measurement& each : run.ranks) {
    if (rank && each.rank != *rank) continue;
    values.push_back(measured_quantity(run, each, formula.quantity));
  }
  return over_ranks(formula.scope, values);
}

std::optional<double> bound_of(const Agreement& agreement, Evaluation& evaluation) {
  if (!agreement.bound) return std::nullopt;
  const double bound = evaluation.value(*agreement.bound);
  if (bound >= 0.0) return bound;
  throw BadInput(agreement.bound->where().text(), "agreement",
                 "'within " + agreement.bound->text() + "' gives a bound below 0");
}

void settle(Check& check, const Formula& formula, const ScenarioExpectations& by_scenario,
            Evaluation& evaluation) {
  const Expected expected = expected_of(formula, by_scenario, evaluation);
  if (check.measured && assumptions_hold(formula, evaluation)) {
    check.bound = bound_of(formula.agreement, evaluation);
    check.verdict =
        verdict_on(check.estimate, *check.measured, formula.agreement.kind, check.bound);
    check.expected = expected.verdict;
  } else {
    check.verdict = Verdict::outside;
    check.expected = expected.by_scenario ? expected.verdict : Verdict::outside;
  }
  check.as_expected = meets(check.verdict, check.expected, check.ratio(), expected.ratio);
}

}  // namespace

std::optional<double> Check::difference() const {
  if (!measured) return std::nullopt;
  return estimate - measured->value();
}

std::optional<double> Check::ratio() const {
  if (!measured || measured->sum == 0) return std::nullopt;
  return estimate / measured->value();
}

std::vector<Estimate> estimates(const Catalogue& catalogue, const Scenario& scenario) {
  Places places = places_of(catalogue, scenario);
  std::vector<Estimate> all;
  for_each_check(catalogue, places,
                 [&all](const Formula& formula, Evaluation& evaluation, std::optional<int> rank) {
                   all.push_back({.formula = formula.id,
                                  .pack = formula.pack,
                                  .quantity = formula.quantity,
                                  .scope = formula.scope,
                                  .rank = rank,
                                  .value = evaluation.value(formula.expression),
                                  .assumptions_met = assumptions_hold(formula, evaluation)});
                 });
  return all;
}

std::vector<Check> judge(const Catalogue& catalogue, const Scenario& scenario,
                         const RunResult& run) {
  Places places = places_of(catalogue, scenario);
  ENSURE(run.ranks.empty() || run.ranks.size() == places.ranks.size(), run.ranks.size(),
         places.ranks.size());
  const auto by_scenario = parse_expectations(scenario.expectations, scenario.file);
  std::vector<Check> checks;
  for_each_check(catalogue, places,
                 [&](const Formula& formula, Evaluation& evaluation, std::optional<int> rank) {
                   Check check{.formula = formula.id,
                               .pack = formula.pack,
                               .quantity = formula.quantity,
                               .scope = formula.scope,
                               .rank = rank,
                               .estimate = evaluation.value(formula.expression),
                               .measured = measured(formula, run, rank),
                               .bound = std::nullopt,
                               .because = formula.because};
                   settle(check, formula, by_scenario, evaluation);
                   checks.push_back(std::move(check));
                 });
  return checks;
}

bool all_as_expected(const std::vector<Check>& checks) {
  return std::ranges::all_of(checks, &Check::as_expected);
}

}  // namespace scenarios
