// A published formula with one coefficient changed by one is found out by a small real run. The
// counterpart of judging formulas against counted runs (tests/scenarios/judge): here the numbers
// are measured.
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/proofs/mutations.hpp"

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

const std::vector<std::vector<std::string>> layouts = {
    {},
    {"precision=fp32"},
    {"gradient_dtype=fp32"},
    {"parallel.tensor_model_parallel_size=2"},
    {"parallel.pipeline_model_parallel_size=2"},
    {"parallel.data_parallel_size=2", "zero.stage=1"},
    {"parallel.data_parallel_size=2", "zero.stage=2"},
    {"parallel.data_parallel_size=2", "zero.stage=3"},
    {"parallel.tensor_model_parallel_size=2", "zero.stage=1"},
    {"recompute=selective"},
    {"recompute=full"},
    {"parallel.tensor_model_parallel_size=2", "recompute=full", "zero.partition_activations=true"},
    {"optimizer.type=adamw8bit"},
    {"optimizer.type=sgd"},
    // About as much as the model has, all of which the default reuse distance keeps.
    {"parallel.data_parallel_size=2", "zero.stage=3", "training.steps=2",
     "zero.stage3_max_live_parameters=220000"}};

const std::vector<std::vector<std::string>> inferences = {
    {}, {"precision=int8"}, {"parallel.tensor_model_parallel_size=2"}};

/// A coefficient one larger, or, where there is none, a tenth more; an upper bound a third as
/// large, for more is a bound too.
std::vector<std::string> mutations(const scenarios::Formula& formula) {
  const std::string text = formula.expression.text();
  if (formula.agreement.kind == scenarios::AgreementKind::upper_bound) {
    return {"0.33*(" + text + ")"};
  }
  const auto larger = larger_coefficients(text);
  return larger.empty() ? std::vector<std::string>{"1.1*(" + text + ")"} : larger;
}

TEST(Mutations, OfEveryCoefficientAreFoundOut_on2) {
  const std::vector<RealRun> all =
      run_all(small_inference, inferences, run_all(small_states, layouts));
  if (test_support::session().rank() != 0) return;
  const auto original = shipped_catalogue({"transformer-math-101"});
  EXPECT_EQ(found_out(original, all), std::set<std::string>{});
  for (const scenarios::Formula& formula : original.packs().back().formulas) {
    for (const std::string& text : mutations(formula)) {
      EXPECT_TRUE(
          found_out(with_formula(original.packs(), formula.id, text), all).contains(formula.id))
          << formula.id << ": " << text;
    }
  }
}

// The exact pack claims equality: one more, of whatever is counted, is found out.
TEST(Mutations, ByOneOfEveryExactFormulaAreFoundOut_on2) {
  const std::vector<RealRun> all =
      run_all(small_inference, inferences, run_all(small_states, layouts));
  if (test_support::session().rank() != 0) return;
  const auto original = shipped_catalogue({"exact"});
  EXPECT_EQ(found_out(original, all), std::set<std::string>{});
  for (const scenarios::Formula& formula : original.packs().back().formulas) {
    if (formula.agreement.kind != scenarios::AgreementKind::exact) continue;
    const std::string text = "(" + formula.expression.text() + ") + 1";
    EXPECT_TRUE(
        found_out(with_formula(original.packs(), formula.id, text), all).contains(formula.id))
        << formula.id;
  }
}

}  // namespace
}  // namespace test
