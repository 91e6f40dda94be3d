#include "scenarios/read/presets.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

using sim::Activation;
using sim::Normalization;
using sim::PositionEmbedding;

sim::ModelDescription model_with(const std::vector<std::string>& overrides) {
  return read_one(t0, overrides).plan.model;
}

TEST(Presets, Gpt2IsTheDefault) {
  const sim::ModelDescription model = model_with({});
  EXPECT_EQ(model.block.normalization, Normalization::layer_norm);
  EXPECT_EQ(model.block.position_embedding, PositionEmbedding::learned_absolute);
  EXPECT_EQ(model.block.activation, Activation::gelu_tanh);
  EXPECT_FALSE(model.block.gated_linear_unit);
  EXPECT_TRUE(model.block.add_bias_linear);
  EXPECT_TRUE(model.block.add_qkv_bias);
  EXPECT_FALSE(model.block.qk_layernorm);
  EXPECT_FALSE(model.block.parallel_residual);
  EXPECT_FALSE(model.block.shared_norm);
  EXPECT_TRUE(model.tied_embedding);
  EXPECT_EQ(model.names.word_table, "transformer.wte");
  EXPECT_TRUE(model.names.weights_are_in_out);
}

TEST(Presets, LlamaHasGatesAndRotationsAndNoBias) {
  const sim::ModelDescription model = model_with({"model.architecture=llama"});
  EXPECT_EQ(model.block.normalization, Normalization::rms_norm);
  EXPECT_EQ(model.block.position_embedding, PositionEmbedding::rope);
  EXPECT_EQ(model.block.activation, Activation::silu);
  EXPECT_TRUE(model.block.gated_linear_unit);
  EXPECT_FALSE(model.block.add_bias_linear);
  EXPECT_FALSE(model.block.add_qkv_bias);
  EXPECT_FALSE(model.block.parallel_residual);
  EXPECT_EQ(model.block.rotary_percent, 1.0);
  EXPECT_EQ(model.block.rotary_base, 10000.0);
  EXPECT_FALSE(model.tied_embedding);
  EXPECT_EQ(model.ffn_hidden, 256);  // 4h, also with a gate
  EXPECT_EQ(model.names.qkv_fusion, sim::QkvFusion::separate);
  EXPECT_EQ(model.names.query, "self_attn.q_proj");
}

TEST(Presets, NeoxRotatesAQuarterAndAddsBothBranches) {
  const sim::ModelDescription model = model_with({"model.architecture=gpt_neox"});
  EXPECT_EQ(model.block.normalization, Normalization::layer_norm);
  EXPECT_EQ(model.block.position_embedding, PositionEmbedding::rope);
  EXPECT_EQ(model.block.activation, Activation::gelu);
  EXPECT_FALSE(model.block.gated_linear_unit);
  EXPECT_TRUE(model.block.add_bias_linear);
  EXPECT_TRUE(model.block.add_qkv_bias);
  EXPECT_TRUE(model.block.parallel_residual);
  EXPECT_FALSE(model.block.shared_norm);
  EXPECT_EQ(model.block.rotary_percent, 0.25);
  EXPECT_EQ(model.block.rotary_base, 10000.0);
  EXPECT_FALSE(model.tied_embedding);
  EXPECT_EQ(model.names.qkv_fusion, sim::QkvFusion::heads);
  EXPECT_EQ(model.names.head, "embed_out");
}

TEST(Presets, GiveWayToKeysOneByOne) {
  const sim::ModelDescription model = model_with(
      {"model.normalization=RMSNorm", "model.position_embedding_type=rope",
       "model.activation_func=silu", "model.gated_linear_unit=true", "model.add_bias_linear=false",
       "model.qk_layernorm=true", "model.parallel_residual=true", "model.shared_norm=true",
       "model.rotary_percent=0.5", "model.rotary_base=5e5", "model.layernorm_epsilon=1e-6",
       "model.tie_word_embeddings=false", "model.num_key_value_heads=2", "model.head_dim=32"});
  EXPECT_EQ(model.block.normalization, Normalization::rms_norm);
  EXPECT_EQ(model.block.position_embedding, PositionEmbedding::rope);
  EXPECT_EQ(model.block.activation, Activation::silu);
  EXPECT_TRUE(model.block.gated_linear_unit);
  EXPECT_FALSE(model.block.add_bias_linear);
  EXPECT_FALSE(model.block.add_qkv_bias);  // follows add_bias_linear
  EXPECT_TRUE(model.block.qk_layernorm);
  EXPECT_TRUE(model.block.parallel_residual);
  EXPECT_TRUE(model.block.shared_norm);
  EXPECT_EQ(model.block.rotary_percent, 0.5);
  EXPECT_EQ(model.block.rotary_base, 5e5);
  EXPECT_EQ(model.block.layernorm_epsilon, 1e-6);
  EXPECT_FALSE(model.tied_embedding);
  EXPECT_EQ(model.kv_heads, 2);
  EXPECT_EQ(model.head_dim, 32);
  EXPECT_EQ(model.names.word_table, "transformer.wte");  // still those of GPT-2
}

TEST(Presets, TakeABiasOfQueryKeyAndValueAlone) {
  const sim::ModelDescription model =
      model_with({"model.architecture=llama", "model.add_qkv_bias=true"});
  EXPECT_FALSE(model.block.add_bias_linear);
  EXPECT_TRUE(model.block.add_qkv_bias);
  EXPECT_EQ(model_with({"model.position_embedding_type=none"}).block.position_embedding,
            PositionEmbedding::none);
}

TEST(Presets, ShowInTheValues) {
  const Scenario scenario = read_one(t0, {"model.architecture=llama"});
  EXPECT_EQ(scenario.values.model.normalization, sim::Normalization::rms_norm);
  EXPECT_TRUE(scenario.values.model.gated_linear_unit);
  EXPECT_EQ(scenario.values.model.rotary_percent, 1.0);
}

}  // namespace
}  // namespace scenarios::test
