// A published formula with one coefficient changed by one is found out by a small real run. The
// counterpart of judging formulas against counted runs (tests/scenarios/judge): here the numbers
// are measured.
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/proofs/run_and_judge.hpp"

namespace test {
namespace {

// 12 h^2 L = 196,608 parameters in matrices against 16 tokens a sequence and 64 words: states are
// large against what lower bounds leave out. Buckets hold one matrix.
const std::string small_states = R"(
model: {num_layers: 4, hidden_size: 64, num_attention_heads: 4, vocab_size: 64, seq_length: 16,
        attention_dropout: 0.1, hidden_dropout: 0.1}
zero: {reduce_bucket_size: 1.7e4}
precision: mixed_bf16
training: {micro_batch_size: 1, global_batch_size: 2, steps: 1}
)";

std::vector<RealRun> runs() {
  const std::vector<std::vector<std::string>> all_changes = {
      {},
      {"precision=fp32"},
      {"gradient_dtype=fp32"},
      {"parallel.tensor_model_parallel_size=2"},
      {"parallel.pipeline_model_parallel_size=2"},
      {"parallel.data_parallel_size=2", "zero.stage=1"},
      {"parallel.data_parallel_size=2", "zero.stage=2"},
      {"parallel.data_parallel_size=2", "zero.stage=3"},
      {"parallel.tensor_model_parallel_size=2", "zero.stage=1"}};
  std::vector<RealRun> all;
  for (const auto& changes : all_changes) {
    if (auto run = run_scenario(small_states, changes)) all.push_back(std::move(*run));
  }
  return all;
}

/// The text with each of its coefficients ("24*", "10*") one larger, one at a time; or, where it
/// has none, a tenth larger.
std::vector<std::string> mutations(const std::string& text) {
  static const std::regex coefficient(R"(\b(\d+)\*)");
  std::vector<std::string> mutated;
  for (std::sregex_iterator at(text.begin(), text.end(), coefficient), end; at != end; ++at) {
    const auto begin = static_cast<std::size_t>(at->position(1));
    std::string other = text;
    other.replace(begin, static_cast<std::size_t>(at->length(1)),
                  std::to_string(std::stoi(at->str(1)) + 1));
    mutated.push_back(other);
  }
  if (mutated.empty()) mutated.push_back("1.1*(" + text + ")");
  return mutated;
}

/// The article's packs with one expression replaced.
scenarios::Catalogue with_expression(const scenarios::Formula& formula, const std::string& text) {
  auto packs = shipped_catalogue({"transformer-math-101"}).packs();
  for (scenarios::Formula& entry : packs.back().formulas) {
    if (entry.id == formula.id) {
      entry.expression = scenarios::Expression(text, formula.expression.where());
    }
  }
  return scenarios::Catalogue(std::move(packs));
}

/// Formulas of which some run is not as expected.
std::set<std::string> found_out(const scenarios::Catalogue& catalogue,
                                const std::vector<RealRun>& runs) {
  std::set<std::string> formulas;
  for (const RealRun& run : runs) {
    for (const auto& check : scenarios::judge(catalogue, run.scenario, run.result)) {
      if (!check.as_expected) formulas.insert(check.formula);
    }
  }
  return formulas;
}

TEST(Mutations, OfEveryCoefficientAreFoundOut_on2) {
  const std::vector<RealRun> all = runs();
  if (test_support::session().rank() != 0) return;
  const auto original = shipped_catalogue({"transformer-math-101"});
  EXPECT_EQ(found_out(original, all), std::set<std::string>{});
  for (const scenarios::Formula& formula : original.packs().back().formulas) {
    for (const std::string& text : mutations(formula.expression.text())) {
      EXPECT_TRUE(found_out(with_expression(formula, text), all).contains(formula.id))
          << formula.id << ": " << text;
    }
  }
}

}  // namespace
}  // namespace test
