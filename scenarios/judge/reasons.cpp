#include "scenarios/judge/reasons.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "scenarios/packs/words.hpp"
#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

// How expressions name keys whose values are words: by the path or its last part.
std::set<std::string, std::less<>> names_of_word_keys() {
  std::set<std::string, std::less<>> names = {"schedule"};
  for (const Key& key : all_keys()) {
    if (key.kind != Kind::word) continue;
    names.emplace(key.path);
    names.emplace(key.path.substr(key.path.rfind('.') + 1));
  }
  return names;
}

std::string word_of(std::string_view name, double value) {
  static const auto names = names_of_word_keys();
  if (!names.contains(name)) return {};
  const auto word =
      std::ranges::find(words(), value, [](const auto& numbered) { return numbered.second; });
  return word == words().end() ? std::string() : word->first;
}

// The definition that a clause names and nothing else, or nullptr.
const Expression* definition_named(const Expression& clause, const Catalogue& catalogue) {
  const bool is_name = clause.names().size() == 1 && clause.names().front() == clause.text();
  if (!is_name || catalogue.fold_of(clause.text()) != nullptr) return nullptr;
  return catalogue.find(clause.text());
}

void add_failed(const Expression& condition, const Catalogue& catalogue, Evaluation& evaluation,
                std::string& text) {
  for (const Expression& clause : condition.clauses()) {
    if (evaluation.holds(clause)) continue;
    if (const Expression* const definition = definition_named(clause, catalogue)) {
      add_failed(*definition, catalogue, evaluation, text);
      continue;
    }
    std::string values;
    for (const Term& term : terms_of(clause, evaluation)) {
      values += (values.empty() ? "" : ", ") + term.text();
    }
    text += fmt::format("{}{}{}", text.empty() ? "" : "; ", clause.text(),
                        values.empty() ? "" : " (" + values + ")");
  }
}

}  // namespace

std::string Term::text() const {
  return word.empty() ? fmt::format("{} = {}", name, value) : name + " = " + word;
}

std::vector<Term> terms_of(const Expression& expression, Evaluation& evaluation) {
  std::vector<Term> terms;
  for (const std::string& name : expression.names()) {
    const double value = evaluation.value_of(name);
    terms.push_back({name, value, word_of(name, value)});
  }
  return terms;
}

std::string failed_clauses(const Expression& assumes, const Catalogue& catalogue,
                           Evaluation& evaluation) {
  std::string text;
  add_failed(assumes, catalogue, evaluation, text);
  return text;
}

}  // namespace scenarios
