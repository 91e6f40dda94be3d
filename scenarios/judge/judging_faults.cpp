#include <algorithm>

#include <fmt/format.h>

#include "scenarios/judge/check.hpp"
#include "scenarios/judge/expected.hpp"

namespace scenarios {

namespace {

void append(std::vector<Fault>& faults, const std::vector<Fault>& more) {
  faults.insert(faults.end(), more.begin(), more.end());
}

const Formula* formula_of(const Catalogue& catalogue, const std::string& id) {
  for (const Pack& pack : catalogue.packs()) {
    const auto found = std::ranges::find(pack.formulas, id, &Formula::id);
    if (found != pack.formulas.end()) return &*found;
  }
  return nullptr;
}

// What is expected of a formula may use what the formula may: of all ranks together only what is
// the same on all of them.
std::vector<Fault> faults_of(const Expression& expression, const Formula& formula,
                             const Catalogue& catalogue, const Scenario& scenario) {
  if (formula.scope == Scope::rank) {
    return unknown_names(expression, catalogue, rank_variables(scenario.values, 0));
  }
  if (catalogue.differs_by_rank(expression)) {
    return {{expression.where().text(), "check.expect." + formula.id,
             fmt::format("'{}' differs between ranks, and the formula is of scope {}",
                         expression.text(), name_of(formula.scope))}};
  }
  return unknown_names(expression, catalogue, scenario_variables(scenario.values));
}

void check_expectations(const Catalogue& catalogue, const Scenario& scenario,
                        std::vector<Fault>& faults) {
  for (const auto& [id, entries] : scenario.expectations) {
    if (catalogue.has_formula(id)) continue;
    faults.push_back({expectation_place(scenario, id).text(), "check.expect." + id,
                      "is no formula of this scenario's packs"});
  }
  for (const auto& [id, entries] : parse_expectations(scenario)) {
    const Formula* const formula = formula_of(catalogue, id);
    if (formula == nullptr) continue;
    for (const ExpectedVerdict& entry : entries) {
      for_each_expression(entry, [&](const Expression& each) {
        append(faults, faults_of(each, *formula, catalogue, scenario));
      });
    }
  }
}

}  // namespace

std::vector<Fault> judging_faults(const Catalogue& catalogue, const Scenario& scenario) {
  const Variables variables = rank_variables(scenario.values, 0);
  std::vector<Fault> faults = unknown_names(catalogue, variables);
  try {
    check_expectations(catalogue, scenario, faults);
  } catch (const BadInput& bad) {
    append(faults, bad.faults());
  }
  return faults;
}

}  // namespace scenarios
