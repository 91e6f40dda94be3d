#include "scenarios/judge/expected.hpp"

#include <fmt/format.h>

namespace scenarios {

namespace {

Verdict claimed_by(const Agreement& agreement) {
  switch (agreement.kind) {
    case AgreementKind::exact:
      return Verdict::exact;
    case AgreementKind::within:
      return Verdict::within;
    case AgreementKind::upper_bound:
    case AgreementKind::lower_bound:
      return Verdict::bound;
  }
  return Verdict::exact;
}

const ExpectedVerdict* first_match(const std::vector<ExpectedVerdict>& entries,
                                   Evaluation& evaluation) {
  for (const ExpectedVerdict& entry : entries) {
    if (!entry.when || evaluation.holds(*entry.when)) return &entry;
  }
  return nullptr;
}

const ExpectedVerdict* scenario_match(const Formula& formula, const ScenarioExpectations& scenario,
                                      Evaluation& evaluation) {
  const auto given = scenario.find(formula.id);
  return given == scenario.end() ? nullptr : first_match(given->second, evaluation);
}

// The pack's ratio where the scenario says no more than "off".
std::optional<Expression> pack_ratio(const Formula& formula, Evaluation& evaluation) {
  for (const ExpectedVerdict& entry : formula.expect) {
    if (entry.verdict != Verdict::off) continue;
    if (!entry.when || evaluation.holds(*entry.when)) return entry.ratio;
  }
  return std::nullopt;
}

ExpectedVerdict parse_entry(const Expectation& entry, const Origin& where) {
  ExpectedVerdict parsed;
  const auto verdict = verdict_of(entry.verdict);
  if (!verdict) throw BadInput(where.text(), "", fmt::format("'{}' is no verdict", entry.verdict));
  parsed.verdict = *verdict;
  if (!entry.when.empty()) parsed.when.emplace(entry.when, where);
  if (!entry.ratio.empty()) parsed.ratio.emplace(entry.ratio, where);
  return parsed;
}

}  // namespace

Origin expectation_place(const Scenario& scenario, const std::string& formula) {
  const auto line = scenario.expectation_lines.find(formula);
  return {.file = scenario.file,
          .line = line == scenario.expectation_lines.end() ? 0 : line->second,
          .option = {}};
}

ScenarioExpectations parse_expectations(const Scenario& scenario) {
  ScenarioExpectations parsed;
  std::vector<Fault> faults;
  for (const auto& [id, entries] : scenario.expectations) {
    for (const Expectation& entry : entries) {
      try {
        parsed[id].push_back(parse_entry(entry, expectation_place(scenario, id)));
      } catch (const BadInput& bad) {
        for (const Fault& fault : bad.faults()) {
          faults.push_back({fault.where, "check.expect." + id, fault.what});
        }
      }
    }
  }
  if (!faults.empty()) throw BadInput(faults);
  return parsed;
}

Expected expected_of(const Formula& formula, const ScenarioExpectations& scenario,
                     Evaluation& evaluation) {
  const ExpectedVerdict* const by_scenario = scenario_match(formula, scenario, evaluation);
  const ExpectedVerdict* const entry =
      by_scenario != nullptr ? by_scenario : first_match(formula.expect, evaluation);
  if (entry == nullptr) return {.verdict = claimed_by(formula.agreement)};

  const bool bare_off = entry->verdict == Verdict::off && !entry->ratio;
  const auto ratio = bare_off ? pack_ratio(formula, evaluation) : entry->ratio;
  return {.verdict = entry->verdict,
          .ratio = ratio ? std::optional(evaluation.value(*ratio)) : std::nullopt,
          .by_scenario = by_scenario != nullptr};
}

Expected expected_outside(const Formula& formula, const ScenarioExpectations& scenario,
                          Evaluation& evaluation) {
  const ExpectedVerdict* const by_scenario = scenario_match(formula, scenario, evaluation);
  if (by_scenario == nullptr) return {.verdict = Verdict::outside};
  return {.verdict = by_scenario->verdict, .by_scenario = true};
}

}  // namespace scenarios
