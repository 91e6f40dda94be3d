#pragma once

#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/proofs/run_and_judge.hpp"

namespace test {

/// A model that generates, with weights large against its cache.
inline constexpr const char* small_inference = R"(
model: {num_layers: 4, hidden_size: 64, num_attention_heads: 4, vocab_size: 64, seq_length: 16}
mode: inference
inference: {prompt_length: 8, new_tokens: 5}
training: {micro_batch_size: 1, global_batch_size: 1}
)";

/// Runs `text` with each list of changes, and appends the runs to `all`. Empty on the ranks that
/// collect nothing. Collective over the session.
inline std::vector<RealRun> run_all(const std::string& text,
                                    const std::vector<std::vector<std::string>>& all_changes,
                                    std::vector<RealRun> all = {}) {
  for (const auto& changes : all_changes) {
    if (auto run = run_scenario(text, changes)) all.push_back(std::move(*run));
  }
  return all;
}

/// The text with each of its coefficients ("24*", "10*") one larger, one at a time; nothing where
/// it has none.
inline std::vector<std::string> larger_coefficients(const std::string& text) {
  static const std::regex coefficient(R"(\b(\d+)\*)");
  std::vector<std::string> mutated;
  for (std::sregex_iterator at(text.begin(), text.end(), coefficient), end; at != end; ++at) {
    const auto begin = static_cast<std::size_t>(at->position(1));
    std::string other = text;
    other.replace(begin, static_cast<std::size_t>(at->length(1)),
                  std::to_string(std::stoi(at->str(1)) + 1));
    mutated.push_back(other);
  }
  return mutated;
}

/// The text with each of its whole numbers from 2 on one larger, one at a time; those that
/// something is compared with stay ("zero.stage == 3").
inline std::vector<std::string> larger_numbers(const std::string& text) {
  static const std::regex number(R"(([=<>] ?)?([\w.]*\d[\w.]*))");
  std::vector<std::string> mutated;
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at) {
    const std::string word = at->str(2);
    const bool is_whole = word.find_first_not_of("0123456789") == std::string::npos;
    if (at->length(1) > 0 || !is_whole || std::stoi(word) < 2) continue;
    std::string other = text;
    other.replace(static_cast<std::size_t>(at->position(2)), word.size(),
                  std::to_string(std::stoi(word) + 1));
    mutated.push_back(other);
  }
  return mutated;
}

/// Formulas of which some run is not as expected.
inline std::set<std::string> found_out(const scenarios::Catalogue& catalogue,
                                       const std::vector<RealRun>& runs) {
  std::set<std::string> formulas;
  for (const RealRun& run : runs) {
    for (const auto& check : scenarios::judge(catalogue, run.scenario, run.result)) {
      if (!check.as_expected) formulas.insert(check.formula);
    }
  }
  return formulas;
}

/// The packs with the expression of one formula replaced.
inline scenarios::Catalogue with_formula(std::vector<scenarios::Pack> packs, const std::string& id,
                                         const std::string& text) {
  for (scenarios::Pack& pack : packs) {
    for (scenarios::Formula& entry : pack.formulas) {
      if (entry.id != id) continue;
      entry.expression = scenarios::Expression(text, entry.expression.where());
    }
  }
  return scenarios::Catalogue(std::move(packs));
}

}  // namespace test
