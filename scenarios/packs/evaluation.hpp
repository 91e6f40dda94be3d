#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/packs/catalogue.hpp"
#include "scenarios/packs/rank_lists.hpp"
#include "scenarios/packs/variables.hpp"

namespace scenarios {

/// The values of all names at one place: the scenario's variables, or those of one of its ranks.
/// Formulas and definitions are evaluated when they are first needed, so in the order of their
/// dependencies, and once.
class Evaluation {
 public:
  /// The catalogue must outlive it.
  Evaluation(const Catalogue& catalogue, Variables variables)
      : catalogue_(catalogue), variables_(std::move(variables)) {}

  /// Throws BadInput: a name without value (with the nearest that has one), a result not finite.
  [[nodiscard]] double value(const Expression& expression);
  /// Whether `expression` is not 0.
  [[nodiscard]] bool holds(const Expression& expression) { return value(expression) != 0.0; }
  /// Of a variable, formula or definition. Throws BadValue where there is none of that name.
  double value_of(const std::string& name);

 private:
  double value_with(const Expression& expression, const Variables& numbers);
  double folded(const Expression& expression, const Fold& fold);
  const std::vector<ListEntry>& list(ListKind kind);
  const RankTensors& tensors();

  const Catalogue& catalogue_;
  Variables variables_;
  std::map<ListKind, std::vector<ListEntry>> lists_;
  std::optional<RankTensors> tensors_;
};

/// Names that an expression needs and that neither the catalogue nor `variables` has.
std::vector<Fault> unknown_names(const Expression& expression, const Catalogue& catalogue,
                                 const Variables& variables);

/// The same of all expressions of the catalogue that are judged or that judged ones may use.
std::vector<Fault> unknown_names(const Catalogue& catalogue, const Variables& variables);

}  // namespace scenarios
