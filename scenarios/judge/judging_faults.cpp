#include "scenarios/judge/check.hpp"
#include "scenarios/judge/expected.hpp"

namespace scenarios {

namespace {

void append(std::vector<Fault>& faults, const std::vector<Fault>& more) {
  faults.insert(faults.end(), more.begin(), more.end());
}

void check_expectations(const Catalogue& catalogue, const Scenario& scenario,
                        const Variables& variables, std::vector<Fault>& faults) {
  for (const auto& [id, entries] : scenario.expectations) {
    if (catalogue.has_formula(id)) continue;
    const auto line = scenario.expectation_lines.find(id);
    const Origin where{
        scenario.file, line == scenario.expectation_lines.end() ? 0 : line->second, {}};
    faults.push_back(
        {where.text(), "check.expect." + id, "is no formula of this scenario's packs"});
  }
  for (const auto& [id, entries] : parse_expectations(scenario.expectations, scenario.file)) {
    for (const ExpectedVerdict& entry : entries) {
      if (entry.when) append(faults, unknown_names(*entry.when, catalogue, variables));
      if (entry.ratio) append(faults, unknown_names(*entry.ratio, catalogue, variables));
    }
  }
}

}  // namespace

std::vector<Fault> judging_faults(const Catalogue& catalogue, const Scenario& scenario) {
  const Variables variables = rank_variables(scenario.values, 0);
  std::vector<Fault> faults = unknown_names(catalogue, variables);
  try {
    check_expectations(catalogue, scenario, variables, faults);
  } catch (const BadInput& bad) {
    append(faults, bad.faults());
  }
  return faults;
}

}  // namespace scenarios
