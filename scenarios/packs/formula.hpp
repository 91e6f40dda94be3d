#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/packs/expression.hpp"
#include "scenarios/packs/verdict.hpp"
#include "scenarios/read/fault.hpp"

namespace scenarios {

/// Whose number a formula gives: every rank's own, or the mean, maximum or sum over the ranks.
enum class Scope : std::uint8_t { rank, mean, max, sum };
std::string_view name_of(Scope scope);

/// upper_bound: the estimate is never below the measurement; lower_bound: never above.
enum class AgreementKind : std::uint8_t { exact, within, upper_bound, lower_bound };
std::string_view name_of(AgreementKind kind);

/// What a pack claims: with `within`, |estimate - measured| is at most `bound`.
struct Agreement {
  AgreementKind kind = AgreementKind::exact;
  std::optional<Expression> bound;

  /// As a pack writes it: "within 16*s*b*L".
  [[nodiscard]] std::string text() const;
};

/// The verdict that is expected where `when` holds (without it: always). `ratio` is
/// estimate / measured of an `off`, derived.
struct ExpectedVerdict {
  std::optional<Expression> when;
  Verdict verdict = Verdict::exact;
  std::optional<Expression> ratio;
};

/// One published formula as a pack holds it.
struct Formula {
  std::string id;
  std::string pack;
  std::string quantity;
  Scope scope = Scope::rank;
  Expression expression;
  std::string source;
  std::optional<Expression> assumes;  // where it claims to hold; none: everywhere
  Agreement agreement;
  std::string because;
  std::vector<ExpectedVerdict> expect;  // the first match counts; none: what `agreement` says
};

/// Calls `visit` with every expression that a formula holds.
template <class Visit>
void for_each_expression(const Formula& formula, Visit visit) {
  visit(formula.expression);
  if (formula.assumes) visit(*formula.assumes);
  if (formula.agreement.bound) visit(*formula.agreement.bound);
  for (const ExpectedVerdict& expected : formula.expect) {
    if (expected.when) visit(*expected.when);
    if (expected.ratio) visit(*expected.ratio);
  }
}

/// A named value that formulas of any pack may use; not judged.
struct Definition {
  std::string name;
  std::string pack;
  Expression expression;
  std::string because;
};

/// One file of formulas.
struct Pack {
  std::string name;
  std::string source;
  std::string file;
  std::vector<Definition> definitions;
  std::vector<Formula> formulas;
};

}  // namespace scenarios
