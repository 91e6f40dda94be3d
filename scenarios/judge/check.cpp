#include "scenarios/judge/check.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "scenarios/judge/expected.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/judge/rank_classes.hpp"
#include "scenarios/judge/verdict_rules.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

// One rank, or one for a class of ranks that are alike, and the values of names there.
struct Place {
  RankClass ranks;
  Evaluation* evaluation;
};

// The evaluations of one scenario: of what is the same on all ranks, and one for each class of
// ranks, which many places may share.
struct Places {
  Evaluation whole;
  std::map<std::int64_t, Evaluation> of_class;  // by the first rank
  std::vector<Place> ranks;
};

Places places_of(const Catalogue& catalogue, const Scenario& scenario,
                 const std::vector<RankClass>& ranks,
                 const ScenarioExpectations& expectations = {}) {
  Places places{Evaluation(catalogue, scenario_variables(scenario.values)), {}, {}};
  std::vector<std::int64_t> numbers;
  numbers.reserve(ranks.size());
  for (const RankClass& each : ranks) numbers.push_back(each.first);
  const std::vector<std::int64_t> first = first_alike(catalogue, expectations, scenario, numbers);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    auto known = places.of_class.find(first[i]);
    if (known == places.of_class.end()) {
      Evaluation evaluation(catalogue, rank_variables(scenario.values, first[i]));
      known = places.of_class.emplace(first[i], std::move(evaluation)).first;
    }
    places.ranks.push_back({ranks[i], &known->second});
  }
  return places;
}

// The ranks that were measured, or one for each class of them; without a measurement every rank.
std::vector<RankClass> ranks_of(const Scenario& scenario, const RunResult& run) {
  const auto count = static_cast<std::int64_t>(scenario_variables(scenario.values).at("n"));
  std::vector<RankClass> ranks;
  std::int64_t measured = 0;
  for (const parallel::Measurement& each : run.ranks) {
    ranks.push_back({each.rank, each.count});
    measured += each.count;
  }
  ENSURE(run.ranks.empty() || measured == count, measured, count);
  if (!run.ranks.empty()) return ranks;
  for (std::int64_t rank = 0; rank < count; ++rank) ranks.push_back({rank, 1});
  return ranks;
}

// Calls visit(formula, evaluation, ranks) for every check that a scenario makes.
template <class Visit>
void for_each_check(const Catalogue& catalogue, Places& places, Visit visit) {
  for (const Pack& pack : catalogue.packs()) {
    for (const Formula& formula : pack.formulas) {
      if (formula.scope != Scope::rank) {
        visit(formula, places.whole, std::optional<RankClass>{});
        continue;
      }
      for (Place& place : places.ranks) {
        visit(formula, *place.evaluation, std::optional(place.ranks));
      }
    }
  }
}

std::optional<int> first_of(const std::optional<RankClass>& ranks) {
  return ranks ? std::optional(static_cast<int>(ranks->first)) : std::nullopt;
}

bool assumptions_hold(const Formula& formula, Evaluation& evaluation) {
  return !formula.assumes || evaluation.holds(*formula.assumes);
}

std::optional<Measured> measured(const Formula& formula, const RunResult& run,
                                 std::optional<int> rank) {
  if (run.ranks.empty()) return std::nullopt;
  std::vector<Counted> values;
  for (const parallel::Measurement& each : run.ranks) {
    if (rank && each.rank != *rank) continue;
    values.push_back({measured_quantity(run, each, formula.quantity), each.count});
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
  Places places = places_of(catalogue, scenario, rank_classes(catalogue, scenario));
  std::vector<Estimate> all;
  for_each_check(catalogue, places,
                 [&all](const Formula& formula, Evaluation& evaluation,
                        const std::optional<RankClass>& ranks) {
                   all.push_back({.formula = formula.id,
                                  .pack = formula.pack,
                                  .quantity = formula.quantity,
                                  .scope = formula.scope,
                                  .rank = first_of(ranks),
                                  .value = evaluation.value(formula.expression),
                                  .assumptions_met = assumptions_hold(formula, evaluation),
                                  .ranks_alike = ranks ? ranks->count : 1});
                 });
  return all;
}

std::vector<Check> judge(const Catalogue& catalogue, const Scenario& scenario,
                         const RunResult& run) {
  const auto by_scenario = parse_expectations(scenario.expectations, scenario.file);
  Places places = places_of(catalogue, scenario, ranks_of(scenario, run), by_scenario);
  std::vector<Check> checks;
  for_each_check(
      catalogue, places,
      [&](const Formula& formula, Evaluation& evaluation, const std::optional<RankClass>& ranks) {
        const std::optional<int> rank = first_of(ranks);
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
