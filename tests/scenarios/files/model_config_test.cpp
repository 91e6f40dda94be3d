#include "scenarios/import/model_config.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/scenarios/files/config_reading.hpp"

namespace scenarios::test {
namespace {

const std::string gpt2_large = R"({
  "activation_function": "gelu_new",
  "attn_pdrop": 0.1,
  "layer_norm_epsilon": 1e-06,
  "model_type": "gpt2",
  "n_ctx": 1024,
  "n_embd": 1280,
  "n_head": 20,
  "n_inner": null,
  "n_layer": 36,
  "n_positions": 1024,
  "vocab_size": 50257
})";

TEST(ModelConfig, GivesTheShapeOfGpt2) {
  const Scenario scenario =
      read_with_config(gpt2_large,
                       "model: {config: config.json}\n"
                       "training: {micro_batch_size: 1, global_batch_size: 1}\n");
  const sim::ModelDescription& model = scenario.plan.model;
  EXPECT_EQ(model.layers, 36);
  EXPECT_EQ(model.hidden, 1280);
  EXPECT_EQ(model.heads, 20);
  EXPECT_EQ(model.ffn_hidden, 5120);  // n_inner null: 4h
  EXPECT_EQ(model.vocabulary, 50257);
  EXPECT_EQ(model.positions, 1024);
  EXPECT_EQ(model.sequence_length, 1024);
  EXPECT_EQ(model.block.layernorm_epsilon, 1e-6);
  EXPECT_TRUE(model.tied_embedding);        // GPT-2's default
  EXPECT_EQ(model.attention_dropout, 0.0);  // the config's own rate is not taken over
}

TEST(ModelConfig, KeysBesideItWin) {
  const Scenario scenario = read_with_config(
      gpt2_large,
      "model: {config: config.json, num_layers: 2, seq_length: 64, tie_word_embeddings: false}\n"
      "training: {micro_batch_size: 1, global_batch_size: 1}\n");
  EXPECT_EQ(scenario.plan.model.layers, 2);
  EXPECT_EQ(scenario.plan.model.sequence_length, 64);
  EXPECT_EQ(scenario.plan.model.positions, 1024);
  EXPECT_FALSE(scenario.plan.model.tied_embedding);
}

// An unknown family is one fault, not one more for each key that it would have given.
TEST(ModelConfig, SaysOnceThatAFamilyIsUnknown) {
  EXPECT_EQ(fault_with_config(R"({"model_type": "t5"})").find('\n'), std::string::npos);
}

TEST(ModelConfig, NamesTheLineOfWhatItCannotUse) {
  EXPECT_NE(
      fault_with_config(R"({"model_type":
"t5"})")
          .find("config.json:1: model_type: \"t5\" is not supported yet; supported: gpt2, "
                "llama, gpt_neox, mistral, qwen2, qwen3, gemma, gemma2, phi, phi3, opt, bloom, "
                "falcon, gptj, gpt_neo"),
      std::string::npos);
  EXPECT_NE(fault_with_config("{\"model_type\": \"gpt2\",\n\"n_layer\": 2.5}")
                .find("config.json:2: model.num_layers: n_layer: 2.5 is not an integer below 2^63"),
            std::string::npos);
  EXPECT_NE(fault_with_config("{\"model_type\": \"gpt2\",\n\"activation_function\": \"relu\"}")
                .find("config.json:2: activation_function: \"relu\" is not supported; supported: "
                      "gelu_new gelu_pytorch_tanh gelu silu swish"),
            std::string::npos);
  EXPECT_NE(fault_with_config("{\"model_type\": \"gpt2\",\n\"scale_attn_weights\": false}")
                .find("config.json:2: scale_attn_weights: false is not supported; supported: true"),
            std::string::npos);
  EXPECT_NE(fault_with_config("{\n\"model_type\" \"gpt2\"}").find("config.json:2: "),
            std::string::npos);
  EXPECT_NE(fault_with_config("[]").find("is not a JSON object"), std::string::npos);
}

}  // namespace
}  // namespace scenarios::test
