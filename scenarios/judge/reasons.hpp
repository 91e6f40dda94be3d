#pragma once

#include <string>
#include <vector>

#include "scenarios/packs/catalogue.hpp"
#include "scenarios/packs/evaluation.hpp"
#include "scenarios/packs/expression.hpp"

namespace scenarios {

/// A name of an expression and what it stands for at a place.
struct Term {
  std::string name;
  double value = 0;
  std::string word{};  // the value of a key that takes words, as expressions spell it

  /// "b = 2", "recompute = full"
  [[nodiscard]] std::string text() const;
};

/// The names that `expression` itself uses, with their values.
std::vector<Term> terms_of(const Expression& expression, Evaluation& evaluation);

/// What of `assumes` does not hold at a place, each clause with its numbers: "normalization ==
/// LayerNorm (normalization = RMSNorm); t > 1 (t = 1)". Clauses are what `&&` joins; one that is
/// the name of a definition is looked up there. Empty where all hold.
std::string failed_clauses(const Expression& assumes, const Catalogue& catalogue,
                           Evaluation& evaluation);

}  // namespace scenarios
