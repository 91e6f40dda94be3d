#include "scenarios/judge/check.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>

#include "scenarios/judge/claim.hpp"
#include "scenarios/judge/places.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/judge/rank_classes.hpp"
#include "scenarios/judge/verdict_rules.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

// The ranks that were measured, or one for each class of them; without a measurement every rank.
std::vector<RankClass> measured_ranks(const Scenario& scenario, const RunResult& run) {
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

std::optional<int> first_of(const std::optional<RankClass>& ranks) {
  return ranks ? std::optional(static_cast<int>(ranks->first)) : std::nullopt;
}

// Of one rank, or of the class that it was measured with: `run.ranks` are in order.
std::optional<Measured> measured_at(const Formula& formula, const RunResult& run,
                                    std::int64_t rank) {
  const auto after = std::ranges::upper_bound(run.ranks, rank, {}, &parallel::Measurement::rank);
  const std::array values = {
      Counted{measured_quantity(run, *std::prev(after), formula.quantity), 1}};
  return over_ranks(formula.scope, values);
}

std::optional<Measured> measured(const Formula& formula, const RunResult& run,
                                 const std::optional<RankClass>& ranks) {
  if (run.ranks.empty()) return std::nullopt;
  if (ranks) return measured_at(formula, run, ranks->first);
  std::vector<Counted> values;
  values.reserve(run.ranks.size());
  for (const parallel::Measurement& each : run.ranks) {
    values.push_back({measured_quantity(run, each, formula.quantity), each.count});
  }
  return over_ranks(formula.scope, values);
}

// Where a formula is judged.
struct Where {
  std::optional<RankClass> ranks;  // none: over all ranks
  std::function<Evaluation&()> evaluation;
};

// Calls visit(formula, claim, at) for every check that a scenario makes, of a formula with scope
// rank at each of ranks_of(formula, classes). Throws BadInput with all that cannot be evaluated.
template <class RanksOf, class Visit>
void for_each_check(const Catalogue& catalogue, const Scenario& scenario, RanksOf ranks_of,
                    Visit visit) {
  const ScenarioExpectations by_scenario = parse_expectations(scenario);
  const RankClasses classes(catalogue, scenario, by_scenario);
  Places places(catalogue, scenario, classes.ranks_of_a_stage());
  std::vector<Fault> faults;
  const auto visit_ranks = [&](const Formula& formula) {
    std::optional<std::int64_t> claimed_at;
    Claim claim;
    for (const RankClass& ranks : ranks_of(formula, classes)) {
      const std::int64_t alike = classes.first_alike(ranks.first, formula);
      if (claimed_at != alike) {
        claim = claim_of(formula, by_scenario, catalogue, places.at(alike));
      }
      claimed_at = alike;
      visit(formula, claim, Where{ranks, [&]() -> Evaluation& { return places.at(alike); }});
    }
  };
  for (const Pack& pack : catalogue.packs()) {
    for (const Formula& formula : pack.formulas) {
      try {
        if (formula.scope == Scope::rank) {
          visit_ranks(formula);
        } else {
          visit(formula, claim_of(formula, by_scenario, catalogue, places.whole()),
                Where{std::nullopt, [&]() -> Evaluation& { return places.whole(); }});
        }
      } catch (const BadInput& error) {
        add_new(faults, error.faults());
      }
    }
  }
  if (!faults.empty()) throw BadInput(faults);
}

// The verdict, and where it is not as expected the numbers behind the estimate.
void settle(Check& check, const Claim& claim, const Where& at) {
  const Expected& expected = claim.expected;
  if (check.measured && claim.assumptions_met) {
    check.bound = claim.bound;
    check.verdict =
        verdict_on(check.estimate, *check.measured, check.entry->agreement.kind, check.bound);
    check.expected = expected.verdict;
  } else {
    check.verdict = Verdict::outside;
    check.failed_assumption = claim.failed_assumption;
    check.expected = expected.by_scenario ? expected.verdict : Verdict::outside;
  }
  check.expected_ratio = expected.ratio;
  check.as_expected = meets(check.verdict, check.expected, check.ratio(), expected.ratio);
  if (!check.as_expected) check.terms = terms_of(check.entry->expression, at.evaluation());
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
  std::vector<Estimate> all;
  for_each_check(
      catalogue, scenario,
      [](const Formula& formula, const RankClasses& classes) { return classes.of(formula); },
      [&all](const Formula& formula, const Claim& claim, const Where& at) {
        all.push_back({.formula = formula.id,
                       .pack = formula.pack,
                       .quantity = formula.quantity,
                       .scope = formula.scope,
                       .rank = first_of(at.ranks),
                       .value = claim.estimate,
                       .assumptions_met = claim.assumptions_met,
                       .failed_assumption = claim.failed_assumption,
                       .ranks_alike = at.ranks ? at.ranks->count : 1});
      });
  return all;
}

std::vector<Check> judge(const Catalogue& catalogue, const Scenario& scenario,
                         const RunResult& run) {
  const std::vector<RankClass> of_run = measured_ranks(scenario, run);
  std::vector<Check> checks;
  std::shared_ptr<const Formula> entry;
  for_each_check(
      catalogue, scenario,
      [&](const Formula& formula, const RankClasses& classes) {
        return classes.within(of_run, formula);
      },
      [&](const Formula& formula, const Claim& claim, const Where& at) {
        if (!entry || entry->id != formula.id) entry = std::make_shared<const Formula>(formula);
        Check check{.formula = formula.id,
                    .pack = formula.pack,
                    .quantity = formula.quantity,
                    .scope = formula.scope,
                    .rank = first_of(at.ranks),
                    .estimate = claim.estimate,
                    .measured = measured(formula, run, at.ranks),
                    .bound = std::nullopt,
                    .because = formula.because,
                    .entry = entry};
        settle(check, claim, at);
        checks.push_back(std::move(check));
      });
  return checks;
}

bool all_as_expected(const std::vector<Check>& checks) {
  return std::ranges::all_of(checks, &Check::as_expected);
}

}  // namespace scenarios
