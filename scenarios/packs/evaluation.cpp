#include "scenarios/packs/evaluation.hpp"

#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "scenarios/packs/words.hpp"
#include "scenarios/read/edit_distance.hpp"

namespace scenarios {

namespace {

// The known name that looks most like `name`.
std::string nearest_name(const std::string& name, const Catalogue& catalogue,
                         const Variables& variables) {
  std::string best;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  const auto consider = [&](const std::string& known) {
    const std::size_t distance = edit_distance(name, known);
    if (distance >= fewest) return;
    fewest = distance;
    best = known;
  };
  for (const auto& [known, value] : variables) consider(known);
  for (const auto& known : catalogue.names()) consider(known);
  for (const auto& [known, value] : words()) consider(known);
  return best;
}

std::string unknown(const std::string& name, const Catalogue& catalogue,
                    const Variables& variables) {
  return fmt::format("'{}' is no variable of this scenario, formula or word; nearest: {}", name,
                     nearest_name(name, catalogue, variables));
}

}  // namespace

double Evaluation::value(const Expression& expression) {
  return expression.value([this](const std::string& name) { return value_of(name); });
}

double Evaluation::value_of(const std::string& name) {
  if (const auto found = variables_.find(name); found != variables_.end()) return found->second;
  const Expression* const expression = catalogue_.find(name);
  if (expression == nullptr) throw BadValue(unknown(name, catalogue_, variables_));
  const double result = value(*expression);
  variables_.emplace(name, result);
  return result;
}

std::vector<Fault> unknown_names(const Expression& expression, const Catalogue& catalogue,
                                 const Variables& variables) {
  std::vector<Fault> faults;
  for (const auto& name : expression.names()) {
    if (variables.contains(name) || catalogue.find(name) != nullptr) continue;
    faults.push_back({expression.where().text(), "", unknown(name, catalogue, variables)});
  }
  return faults;
}

std::vector<Fault> unknown_names(const Catalogue& catalogue, const Variables& variables) {
  std::vector<Fault> faults;
  const auto look_at = [&](const Expression& expression) {
    const auto found = unknown_names(expression, catalogue, variables);
    faults.insert(faults.end(), found.begin(), found.end());
  };
  for (const Pack& pack : catalogue.packs()) {
    for (const Definition& definition : pack.definitions) look_at(definition.expression);
    for (const Formula& formula : pack.formulas) for_each_expression(formula, look_at);
  }
  return faults;
}

}  // namespace scenarios
