#include <gtest/gtest.h>

#include "scenarios/packs/evaluation.hpp"
#include "tests/scenarios/judge/counted_scenarios.hpp"

namespace scenarios {
namespace {

double value_of(const std::string& name, const KeyValues& changes, std::int64_t rank = 0) {
  const Catalogue all = article_catalogue();
  Evaluation evaluation(all, rank_variables(scenario_of(changes).values, rank));
  return evaluation.value(*all.find(name));
}

// cases.md: T0 has 210,304 parameters, and 107,008 on each of two tensor-parallel ranks.
TEST(Parameters, OfTheCaseModel) {
  EXPECT_EQ(value_of("P", {}), 210304);
  EXPECT_EQ(value_of("P_rank", {}), 210304);
  for (int rank : {0, 1}) {
    EXPECT_EQ(value_of("P_rank", {{"parallel.tensor_model_parallel_size", std::int64_t{2}}}, rank),
              107008);
  }
  // C37: eight layers on four stages as 1, 2, 2, 3.
  const KeyValues uneven = {
      {"model.num_layers", std::int64_t{8}},
      {"parallel.pipeline_model_parallel_size", std::int64_t{4}},
      {"parallel.num_layers_per_stage", std::vector<std::int64_t>{1, 2, 2, 3}}};
  const double stages[] = {60224, 99968, 99968, 158272};
  for (int stage = 0; stage < 4; ++stage) {
    EXPECT_EQ(value_of("P_rank", uneven, stage), stages[stage]) << stage;
  }
}

struct Published {
  const char* name;
  double parameters;
  KeyValues keys;
};

KeyValues llama(std::int64_t layers, std::int64_t h, std::int64_t a, std::int64_t k, std::int64_t f,
                std::int64_t vocabulary, bool tied) {
  return {{"model.architecture", std::string("llama")},
          {"model.normalization", std::string("RMSNorm")},
          {"model.position_embedding_type", std::string("rope")},
          {"model.gated_linear_unit", true},
          {"model.add_bias_linear", false},
          {"model.add_qkv_bias", false},
          {"model.num_layers", layers},
          {"model.hidden_size", h},
          {"model.num_attention_heads", a},
          {"model.num_key_value_heads", k},
          {"model.head_dim", h / a},
          {"model.ffn_hidden_size", f},
          {"model.vocab_size", vocabulary},
          {"model.tie_word_embeddings", tied}};
}

// Cases C01, C03, C05 and C07.
TEST(Parameters, OfPublishedModels) {
  KeyValues qwen = llama(80, 8192, 64, 64, 24576, 152064, false);
  qwen["model.add_qkv_bias"] = true;
  const Published models[] = {
      {"three matrices in a gated MLP", 123200, llama(2, 64, 4, 4, 192, 128, false)},
      {"grouped heads", 110912, llama(2, 64, 8, 2, 192, 128, false)},
      {"72B", 72287920128, qwen},
      {"Llama-3.2-1B", 1235814400, llama(16, 2048, 32, 8, 8192, 128256, true)},
      {"pythia-12B",
       11846072320,
       {{"model.architecture", std::string("gpt_neox")},
        {"model.position_embedding_type", std::string("rope")},
        {"model.parallel_residual", true},
        {"model.num_layers", std::int64_t{36}},
        {"model.hidden_size", std::int64_t{5120}},
        {"model.num_attention_heads", std::int64_t{40}},
        {"model.num_key_value_heads", std::int64_t{40}},
        {"model.head_dim", std::int64_t{128}},
        {"model.ffn_hidden_size", std::int64_t{20480}},
        {"model.vocab_size", std::int64_t{50277}},
        {"model.make_vocab_size_divisible_by", std::int64_t{128}},
        {"parallel.tensor_model_parallel_size", std::int64_t{4}},
        {"model.tie_word_embeddings", false}}},
  };
  for (const Published& model : models) {
    EXPECT_EQ(value_of("P", model.keys), model.parameters) << model.name;
  }
}

// The table of MEASURES.md "What", row by row: W, G, O.
TEST(Types, AreThoseOfTheTable) {
  struct Row {
    const char* precision;
    const char* gradients;
    const char* optimizer;
    double momentum;
    double bytes[4];  // weights, gradients, master, optimizer in all
  };
  const Row rows[] = {
      {"fp32", "fp32", "adamw", 0.9, {4, 4, 0, 8}},
      {"fp32", "fp32", "sgd", 0.9, {4, 4, 0, 4}},
      {"fp32", "fp32", "sgd", 0.0, {4, 4, 0, 0}},
      {"fp32", "fp32", "adamw8bit", 0.9, {4, 4, 0, 2}},
      {"fp16", "fp16", "adamw", 0.9, {2, 2, 0, 8}},
      {"bf16", "fp32", "adamw", 0.9, {2, 4, 0, 8}},
      {"mixed_bf16", "bf16", "adamw", 0.9, {2, 2, 4, 12}},
      {"mixed_fp16", "fp16", "sgd", 0.9, {2, 2, 4, 8}},
      {"mixed_fp16", "fp32", "adamw8bit", 0.9, {2, 4, 4, 6}},
  };
  for (const Row& row : rows) {
    const KeyValues keys = {{"precision", std::string(row.precision)},
                            {"gradient_dtype", std::string(row.gradients)},
                            {"optimizer.type", std::string(row.optimizer)},
                            {"optimizer.momentum", row.momentum}};
    const char* const names[] = {"weight_bytes", "gradient_bytes", "master_bytes",
                                 "optimizer_bytes"};
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(value_of(names[i], keys), row.bytes[i]) << row.precision << " " << names[i];
    }
  }
}

}  // namespace
}  // namespace scenarios
