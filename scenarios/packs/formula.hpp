#pragma once

#include <cstdint>
#include <map>
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

/// Calls `visit` with every expression that it holds; so do those below.
template <class Visit>
void for_each_expression(const ExpectedVerdict& expected, Visit visit) {
  if (expected.when) visit(*expected.when);
  if (expected.ratio) visit(*expected.ratio);
}

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

template <class Visit>
void for_each_expression(const Formula& formula, Visit visit) {
  visit(formula.expression);
  if (formula.assumes) visit(*formula.assumes);
  if (formula.agreement.bound) visit(*formula.agreement.bound);
  for (const ExpectedVerdict& expected : formula.expect) for_each_expression(expected, visit);
}

/// The lists of one rank that a definition may run over (rank_lists.hpp).
enum class ListKind : std::uint8_t { tensors, modules, units, moments };
std::string_view name_of(ListKind list);

/// What becomes of the values of a list's entries.
enum class FoldKind : std::uint8_t { sum, max, first };
std::string_view name_of(FoldKind kind);

struct Fold {
  ListKind over;
  FoldKind kind;
};

/// A named value that formulas of any pack may use; not judged. With a fold, the expression is
/// evaluated at each entry of a list, and the values are added or compared.
struct Definition {
  std::string name;
  std::string pack;
  Expression expression;
  std::string because;
  std::optional<Fold> fold{};
};

/// Where a tensor stands: before the first layer, in each layer, or after the last layer.
enum class Place : std::uint8_t { first, layer, last };
std::string_view name_of(Place place);

/// A row of a pack's list of tensors, as data: one tensor of each rank that has the place.
struct TensorRow {
  std::string name;
  std::string module;  // rows in a row with the same module are one module
  Place place;
  Expression elements;              // of one rank
  std::optional<Expression> when;   // none: always
  std::optional<Expression> alone;  // whether it is a unit of its own; none: no
  std::map<std::string, Expression, std::less<>> marks;  // further numbers of the tensor
};

/// Calls `visit` with every expression that a row holds.
template <class Visit>
void for_each_expression(const TensorRow& row, Visit visit) {
  visit(row.elements);
  if (row.when) visit(*row.when);
  if (row.alone) visit(*row.alone);
  for (const auto& [name, expression] : row.marks) visit(expression);
}

/// What a source says without a number that a run could be held against.
enum class RemarkKind : std::uint8_t { identity, rule_of_thumb, statement };
std::string_view name_of(RemarkKind kind);

/// An identity or a rule of thumb has an expression and its unit; a statement has a text, and the
/// scenario that shows it.
struct Remark {
  std::string id;
  std::string pack;
  RemarkKind kind;
  std::string source;
  std::optional<Expression> expression;
  std::string unit;
  std::optional<Expression> assumes;  // where it is worth printing; none: everywhere
  std::string statement;
  std::string shown_by;
};

/// One file of formulas.
struct Pack {
  std::string name;
  std::string source;
  std::string file;
  std::vector<TensorRow> tensors;
  std::vector<Definition> definitions;
  std::vector<Formula> formulas;
  std::vector<Remark> remarks;
};

}  // namespace scenarios
