#include "scenarios/judge/check.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

#include "scenarios/judge/expected.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/judge/rank_classes.hpp"
#include "scenarios/judge/verdict_rules.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

// The evaluations of one scenario: of what is the same on all ranks, and of ranks.
class Places {
 public:
  Places(const Catalogue& catalogue, const Scenario& scenario, std::int64_t ranks_of_a_stage)
      : catalogue_(catalogue),
        scenario_(scenario),
        whole_(catalogue, scenario_variables(scenario.values)),
        ranks_of_a_stage_(ranks_of_a_stage) {}

  Evaluation& whole() { return whole_; }
  // The first rank of a stage stands for it in nearly all formulas, so its values are kept. Of what
  // differs inside a stage there may be a hundred thousand.
  Evaluation& at(std::int64_t rank) {
    if (rank % ranks_of_a_stage_ != 0) return other_.emplace(evaluation_of(rank));
    const auto known = stages_.find(rank);
    return known != stages_.end() ? known->second
                                  : stages_.emplace(rank, evaluation_of(rank)).first->second;
  }

 private:
  [[nodiscard]] Evaluation evaluation_of(std::int64_t rank) const {
    return {catalogue_, rank_variables(scenario_.values, rank)};
  }

  const Catalogue& catalogue_;
  const Scenario& scenario_;
  Evaluation whole_;
  std::int64_t ranks_of_a_stage_;
  std::map<std::int64_t, Evaluation> stages_;  // by the first rank
  std::optional<Evaluation> other_;
};

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

bool assumptions_hold(const Formula& formula, Evaluation& evaluation) {
  return !formula.assumes || evaluation.holds(*formula.assumes);
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

std::optional<double> bound_of(const Agreement& agreement, Evaluation& evaluation) {
  if (!agreement.bound) return std::nullopt;
  const double bound = evaluation.value(*agreement.bound);
  if (bound >= 0.0) return bound;
  throw BadInput(agreement.bound->where().text(), "agreement",
                 "'within " + agreement.bound->text() + "' gives a bound below 0");
}

// What a formula says at a place, and what is expected of it there.
struct Claim {
  double estimate = 0;
  bool assumptions_met = true;
  std::optional<double> bound;
  Expected expected;
};

Claim claim_of(const Formula& formula, const ScenarioExpectations& by_scenario,
               Evaluation& evaluation) {
  Claim claim{.estimate = evaluation.value(formula.expression),
              .assumptions_met = assumptions_hold(formula, evaluation),
              .bound = std::nullopt,
              .expected = {}};
  if (claim.assumptions_met) {
    claim.bound = bound_of(formula.agreement, evaluation);
    claim.expected = expected_of(formula, by_scenario, evaluation);
  } else {
    claim.expected = expected_outside(formula, by_scenario, evaluation);
  }
  return claim;
}

// Calls visit(formula, claim, ranks) for every check that a scenario makes: ranks are nothing for a
// formula over all ranks, else one of ranks_of(formula, classes). Throws BadInput with all that
// cannot be evaluated.
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
      if (claimed_at != alike) claim = claim_of(formula, by_scenario, places.at(alike));
      claimed_at = alike;
      visit(formula, claim, std::optional(ranks));
    }
  };
  for (const Pack& pack : catalogue.packs()) {
    for (const Formula& formula : pack.formulas) {
      try {
        if (formula.scope == Scope::rank) {
          visit_ranks(formula);
        } else {
          visit(formula, claim_of(formula, by_scenario, places.whole()),
                std::optional<RankClass>{});
        }
      } catch (const BadInput& error) {
        add_new(faults, error.faults());
      }
    }
  }
  if (!faults.empty()) throw BadInput(faults);
}

void settle(Check& check, const Claim& claim, AgreementKind agreement) {
  const Expected& expected = claim.expected;
  if (check.measured && claim.assumptions_met) {
    check.bound = claim.bound;
    check.verdict = verdict_on(check.estimate, *check.measured, agreement, check.bound);
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
  std::vector<Estimate> all;
  for_each_check(
      catalogue, scenario,
      [](const Formula& formula, const RankClasses& classes) { return classes.of(formula); },
      [&all](const Formula& formula, const Claim& claim, const std::optional<RankClass>& ranks) {
        all.push_back({.formula = formula.id,
                       .pack = formula.pack,
                       .quantity = formula.quantity,
                       .scope = formula.scope,
                       .rank = first_of(ranks),
                       .value = claim.estimate,
                       .assumptions_met = claim.assumptions_met,
                       .ranks_alike = ranks ? ranks->count : 1});
      });
  return all;
}

std::vector<Check> judge(const Catalogue& catalogue, const Scenario& scenario,
                         const RunResult& run) {
  const std::vector<RankClass> of_run = measured_ranks(scenario, run);
  std::vector<Check> checks;
  for_each_check(
      catalogue, scenario,
      [&](const Formula& formula, const RankClasses& classes) {
        return classes.within(of_run, formula);
      },
      [&](const Formula& formula, const Claim& claim, const std::optional<RankClass>& ranks) {
        Check check{.formula = formula.id,
                    .pack = formula.pack,
                    .quantity = formula.quantity,
                    .scope = formula.scope,
                    .rank = first_of(ranks),
                    .estimate = claim.estimate,
                    .measured = measured(formula, run, ranks),
                    .bound = std::nullopt,
                    .because = formula.because};
        settle(check, claim, formula.agreement.kind);
        checks.push_back(std::move(check));
      });
  return checks;
}

bool all_as_expected(const std::vector<Check>& checks) {
  return std::ranges::all_of(checks, &Check::as_expected);
}

}  // namespace scenarios
