#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/judge/measured.hpp"
#include "scenarios/judge/reasons.hpp"
#include "scenarios/judge/run_result.hpp"
#include "scenarios/packs/catalogue.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// A formula among those of many scenarios: packs that are not read together may share an id.
struct FormulaName {
  std::string pack;
  std::string id;

  // NOLINTNEXTLINE(modernize-use-nullptr): there is no 0
  auto operator<=>(const FormulaName&) const = default;
};

/// One formula held against one measured number.
struct Check {
  std::string formula;
  std::string pack;
  std::string quantity;
  Scope scope = Scope::rank;
  std::optional<int> rank;  // with Scope::rank
  double estimate = 0;
  std::optional<Measured> measured;  // none: no step was applied
  std::optional<double> bound;       // E of an agreement `within E`
  Verdict verdict = Verdict::outside;
  Verdict expected = Verdict::outside;
  bool as_expected = false;
  std::string because;
  // As the pack has it: expression, source, agreement, assumes.
  std::shared_ptr<const Formula> entry{};
  std::optional<double> expected_ratio{};  // of "off", where one is stated
  std::string failed_assumption{};         // of `outside`: which clauses, with their numbers
  std::vector<Term> terms{};  // not as expected: what the names in the expression stand for here

  [[nodiscard]] FormulaName name() const { return {pack, formula}; }
  /// estimate - measured, in double precision; none without a measurement.
  [[nodiscard]] std::optional<double> difference() const;
  /// estimate / measured; none without a measurement or when it is 0.
  [[nodiscard]] std::optional<double> ratio() const;
};

/// One formula's value before any run.
struct Estimate {
  std::string formula;
  std::string pack;
  std::string quantity;
  Scope scope = Scope::rank;
  std::optional<int> rank;  // with Scope::rank: the first of those that are alike
  double value = 0;
  bool assumptions_met = true;
  std::string failed_assumption{};  // which clauses do not hold, with their numbers
  std::int64_t ranks_alike = 1;     // on how many ranks this is so
};

/// What is wrong with judging `scenario` by `catalogue`: names that no variable or formula has,
/// `check.expect` of formulas that are not in it, conditions and ratios that do not parse.
std::vector<Fault> judging_faults(const Catalogue& catalogue, const Scenario& scenario);

/// Every formula of the catalogue on every class of equal ranks of the scenario (or once, for mean,
/// max and sum), in the order of the packs. Touches nothing that ran. Throws BadInput.
std::vector<Estimate> estimates(const Catalogue& catalogue, const Scenario& scenario);

/// The same held against a run, with verdicts: the scenario's `check.expect` comes first, then the
/// pack's `expect`, then what its agreement claims. Throws BadInput.
std::vector<Check> judge(const Catalogue& catalogue, const Scenario& scenario,
                         const RunResult& run);

bool all_as_expected(const std::vector<Check>& checks);

}  // namespace scenarios
