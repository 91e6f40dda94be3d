#include "scenarios/packs/evaluation.hpp"

#include <functional>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "scenarios/packs/moments.hpp"
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

using IsKnown = std::function<bool(const std::string&)>;

// Names that nothing gives a value: neither the scenario, nor the catalogue, nor `is_known`.
std::vector<Fault> unknown_but(const Expression& expression, const Catalogue& catalogue,
                               const Variables& variables, const IsKnown& is_known) {
  std::vector<Fault> faults;
  for (const auto& name : expression.names()) {
    if (variables.contains(name) || catalogue.find(name) != nullptr || is_known(name)) continue;
    faults.push_back({expression.where().text(), "", unknown(name, catalogue, variables)});
  }
  return faults;
}

}  // namespace

double Evaluation::value(const Expression& expression) {
  return expression.value([this](const std::string& name) { return value_of(name); });
}

double Evaluation::value_of(const std::string& name) {
  if (const auto found = variables_.find(name); found != variables_.end()) return found->second;
  const Expression* const expression = catalogue_.find(name);
  if (expression == nullptr) throw BadValue(unknown(name, catalogue_, variables_));
  const Fold* const fold = catalogue_.fold_of(name);
  const double result = fold == nullptr ? value(*expression) : folded(*expression, *fold);
  variables_.emplace(name, result);
  return result;
}

double Evaluation::value_with(const Expression& expression, const Variables& numbers) {
  return expression.value([&](const std::string& name) {
    const auto number = numbers.find(name);
    return number == numbers.end() ? value_of(name) : number->second;
  });
}

double Evaluation::folded(const Expression& expression, const Fold& fold) {
  double result = 0;
  bool is_first = true;
  for (const ListEntry& entry : list(fold.over)) {
    const double value = value_with(expression, entry.numbers);
    if (fold.kind == FoldKind::sum) result += entry.count * value;
    if (is_first || (fold.kind == FoldKind::max && value > result)) {
      if (fold.kind != FoldKind::sum) result = value;
    }
    is_first = false;
  }
  return result;
}

const std::vector<ListEntry>& Evaluation::list(ListKind kind) {
  const auto known = lists_.find(kind);
  if (known != lists_.end()) return known->second;
  std::vector<ListEntry> entries = kind == ListKind::moments
                                       ? moments_of_rank(variables_)
                                       : list_of_tensors(kind, tensors(), variables_);
  return lists_.emplace(kind, std::move(entries)).first->second;
}

const RankTensors& Evaluation::tensors() {
  if (!tensors_) {
    const auto evaluate = [this](const Expression& expression, const Variables& numbers) {
      return value_with(expression, numbers);
    };
    tensors_ = tensors_of_rank(catalogue_.tensors(), variables_, evaluate);
  }
  return *tensors_;
}

std::vector<Fault> unknown_names(const Expression& expression, const Catalogue& catalogue,
                                 const Variables& variables) {
  return unknown_but(expression, catalogue, variables, [](const std::string&) { return false; });
}

std::vector<Fault> unknown_names(const Catalogue& catalogue, const Variables& variables) {
  std::vector<Fault> faults;
  const auto look_at = [&](const Expression& expression, const IsKnown& is_known) {
    const auto found = unknown_but(expression, catalogue, variables, is_known);
    faults.insert(faults.end(), found.begin(), found.end());
  };
  const IsKnown nothing = [](const std::string&) { return false; };
  for (const TensorRow& row : catalogue.tensors()) {
    for_each_expression(row, [&](const Expression& each) { look_at(each, is_position_number); });
  }
  for (const Pack& pack : catalogue.packs()) {
    for (const Definition& definition : pack.definitions) {
      look_at(definition.expression, [&](const std::string& name) {
        return definition.fold && catalogue.is_entry_name(definition.fold->over, name);
      });
    }
    for (const Formula& formula : pack.formulas) {
      for_each_expression(formula, [&](const Expression& each) { look_at(each, nothing); });
    }
  }
  return faults;
}

}  // namespace scenarios
