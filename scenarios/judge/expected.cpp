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

ScenarioExpectations parse_expectations(
    const std::map<std::string, std::vector<Expectation>>& expectations, const std::string& file) {
  ScenarioExpectations parsed;
  std::vector<Fault> faults;
  for (const auto& [id, entries] : expectations) {
    for (const Expectation& entry : entries) {
      try {
        parsed[id].push_back(parse_entry(entry, {.file = file, .line = 0, .option = {}}));
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
  const auto given = scenario.find(formula.id);
  const ExpectedVerdict* const by_scenario =
      given == scenario.end() ? nullptr : first_match(given->second, evaluation);
  const ExpectedVerdict* const entry =
      by_scenario != nullptr ? by_scenario : first_match(formula.expect, evaluation);
  if (entry == nullptr) return {.verdict = claimed_by(formula.agreement)};

  const bool bare_off = entry->verdict == Verdict::off && !entry->ratio;
  const auto ratio = bare_off ? pack_ratio(formula, evaluation) : entry->ratio;
  return {.verdict = entry->verdict,
          .ratio = ratio ? std::optional(evaluation.value(*ratio)) : std::nullopt,
          .by_scenario = by_scenario != nullptr};
}

}  // namespace scenarios
