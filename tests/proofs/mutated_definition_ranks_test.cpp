// What the exact pack is made of, its definitions and the rows of its tensors, with one number
// changed by one is found out by some small real run: every term of every block, layout, precision
// and optimizer is measured somewhere.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/proofs/mutations.hpp"

namespace test {
namespace {

// Tensors above and below the 4,096 elements from which moments are of one byte, and buckets that
// hold a few of them.
const std::string small_model = R"(
model: {num_layers: 4, hidden_size: 64, num_attention_heads: 4, vocab_size: 48, seq_length: 16,
        attention_dropout: 0.1, hidden_dropout: 0.1}
zero: {reduce_bucket_size: 1.0e4}
precision: mixed_bf16
training: {micro_batch_size: 1, global_batch_size: 4, steps: 1}
)";

const std::string two_tensor_ranks = "parallel.tensor_model_parallel_size=2";
const std::string two_data_ranks = "parallel.data_parallel_size=2";
const std::string two_stages = "parallel.pipeline_model_parallel_size=2";
const std::string full = "recompute=full";
const std::string eight_bit = "optimizer.type=adamw8bit";
// 257 * 64 elements, whole or halved, are one block of 256 more than blocks of 257.
const std::string odd_table = "model.vocab_size=257";
const std::string sgd = "optimizer.type=sgd";
const std::string llama = "model.architecture=llama";
const std::string neox = "model.architecture=gpt_neox";
const std::string head_norms = "model.qk_layernorm=true";
const std::string one_key_head = "model.num_key_value_heads=1";

const std::vector<std::vector<std::string>> layouts = {
    {},
    {"precision=fp32"},
    {two_tensor_ranks},
    {two_tensor_ranks, "parallel.sequence_parallel=true"},
    {two_tensor_ranks, "parallel.sequence_parallel=true", full},
    {two_tensor_ranks, full, "zero.partition_activations=true"},
    {two_stages, "model.tie_word_embeddings=false"},
    {two_stages, full},
    {two_stages, "parallel.pipeline_schedule=interleaved",
     "parallel.virtual_pipeline_model_parallel_size=2"},
    {two_data_ranks, "zero.stage=1"},
    {two_data_ranks, "zero.stage=2"},
    {two_data_ranks, "zero.stage=3"},
    // Heads of many positions, where the attention matrix makes the replay the peak.
    {"recompute=selective", "model.seq_length=128", "training.global_batch_size=1"},
    {eight_bit, odd_table},
    {eight_bit, odd_table, two_data_ranks, "zero.stage=1"},
    {eight_bit, odd_table, two_data_ranks, "zero.stage=3"},
    {sgd},
    {sgd, "optimizer.momentum=0"},
    {llama},
    {llama, head_norms},
    {llama, two_tensor_ranks, one_key_head, "model.add_qkv_bias=true"},
    {llama, two_data_ranks, one_key_head, "zero.stage=3"},
    {neox},
    {neox, head_norms},
    {neox, "model.shared_norm=true"},
    {neox, "model.gated_linear_unit=true"}};

/// A mutated catalogue and what was changed in it.
struct Mutant {
  std::string what;
  std::vector<scenarios::Pack> packs;
};

// Bounds are no equalities; 8-bit moments are counted by block, not by the element as here.
const std::set<std::string> not_held = {"workspace_most", "moment_bytes"};

std::vector<Mutant> mutants(const std::vector<scenarios::Pack>& original) {
  std::vector<Mutant> all;
  for (std::size_t p = 0; p < original.size(); ++p) {
    for (std::size_t i = 0; i < original[p].definitions.size(); ++i) {
      const scenarios::Definition& definition = original[p].definitions[i];
      if (not_held.contains(definition.name)) continue;
      for (const auto& text : larger_numbers(definition.expression.text())) {
        all.push_back({definition.name + ": " + text, original});
        all.back().packs[p].definitions[i].expression =
            scenarios::Expression(text, definition.expression.where());
      }
    }
    for (std::size_t i = 0; i < original[p].tensors.size(); ++i) {
      const scenarios::TensorRow& row = original[p].tensors[i];
      for (const auto& text : larger_numbers(row.elements.text())) {
        all.push_back({row.name + ": " + text, original});
        all.back().packs[p].tensors[i].elements = scenarios::Expression(text, row.elements.where());
      }
    }
  }
  return all;
}

TEST(Mutations, OfEveryNumberOfADefinitionAreFoundOut_on2) {
  const std::vector<RealRun> all =
      run_all(small_inference, {{}, {"precision=int8"}}, run_all(small_model, layouts));
  if (test_support::session().rank() != 0) return;
  const auto original = shipped_catalogue({"exact"});
  EXPECT_EQ(found_out(original, all), std::set<std::string>{});
  const auto changed = mutants(original.packs());
  EXPECT_GT(changed.size(), 80U);
  for (const Mutant& mutant : changed) {
    EXPECT_FALSE(found_out(scenarios::Catalogue(mutant.packs), all).empty()) << mutant.what;
  }
}

}  // namespace
}  // namespace test
