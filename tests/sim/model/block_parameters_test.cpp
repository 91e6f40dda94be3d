// MEASURES.md, "Parameters": the tensors of Llama's and GPT-NeoX's blocks in the order of the
// forward, and the modules that ZeRO-3 gathers together.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/parameters.hpp"
#include "tests/sim/model/t0_model.hpp"

namespace {

using sim::ChunkParameters;
using Names = std::vector<std::string>;

/// T0's sizes, one layer, Llama's block with two key/value heads.
sim::ModelDescription llama() {
  sim::ModelDescription model = test::t0_model();
  model.names = sim::llama_names();
  model.layers = 1;
  model.kv_heads = 2;
  model.tied_embedding = false;
  model.block = {.normalization = sim::Normalization::rms_norm,
                 .position_embedding = sim::PositionEmbedding::rope,
                 .activation = sim::Activation::silu,
                 .gated_linear_unit = true,
                 .add_bias_linear = false,
                 .add_qkv_bias = false};
  return model;
}

sim::ModelDescription neox() {
  sim::ModelDescription model = test::t0_model();
  model.names = sim::gpt_neox_names();
  model.layers = 1;
  model.tied_embedding = false;
  model.block.position_embedding = sim::PositionEmbedding::rope;
  model.block.parallel_residual = true;
  return model;
}

Names names_of(const ChunkParameters& parameters) {
  Names names;
  for (const auto& spec : parameters.specs) names.push_back(spec.name);
  return names;
}

/// How many tensors each module has.
std::vector<std::size_t> module_sizes(const ChunkParameters& parameters) {
  std::vector<std::size_t> sizes;
  for (const auto& module : parameters.modules) sizes.push_back(module.size());
  return sizes;
}

TEST(BlockParameters, LlamaHasSeparateProjectionsAndNoBias) {
  const auto parameters = sim::model_parameters(llama());
  const std::string layer = "model.layers.0.";
  EXPECT_EQ(names_of(parameters),
            (Names{"model.embed_tokens.weight", layer + "input_layernorm.weight",
                   layer + "self_attn.q_proj.weight", layer + "self_attn.k_proj.weight",
                   layer + "self_attn.v_proj.weight", layer + "self_attn.o_proj.weight",
                   layer + "post_attention_layernorm.weight", layer + "mlp.gate_proj.weight",
                   layer + "mlp.up_proj.weight", layer + "mlp.down_proj.weight",
                   "model.norm.weight", "lm_head.weight"}));
  EXPECT_EQ(module_sizes(parameters), std::vector<std::size_t>(12, 1));
}

// Query and key norms after the projections that they follow; biases beside their weights.
TEST(BlockParameters, QueryAndKeyNormsFollowTheProjections) {
  auto model = llama();
  model.block.qk_layernorm = true;
  model.block.add_qkv_bias = true;
  const auto parameters = sim::model_parameters(model);
  const std::string attention = "model.layers.0.self_attn.";
  const Names names = names_of(parameters);
  EXPECT_EQ(
      Names(names.begin() + 2, names.begin() + 11),
      (Names{attention + "q_proj.weight", attention + "q_proj.bias", attention + "k_proj.weight",
             attention + "k_proj.bias", attention + "v_proj.weight", attention + "v_proj.bias",
             attention + "q_norm.weight", attention + "k_norm.weight",
             attention + "o_proj.weight"}));
  EXPECT_EQ(module_sizes(parameters),
            (std::vector<std::size_t>{1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
}

// Norm 2 stands after attention though both norms read the same input; query, key and value are
// fused while each head has its own, else apart.
TEST(BlockParameters, NeoXKeepsTheOrderOfItsBranches) {
  const std::string layer = "gpt_neox.layers.0.";
  auto model = neox();
  const auto parameters = sim::model_parameters(model);
  EXPECT_EQ(names_of(parameters),
            (Names{"gpt_neox.embed_in.weight", layer + "input_layernorm.weight",
                   layer + "input_layernorm.bias", layer + "attention.query_key_value.weight",
                   layer + "attention.query_key_value.bias", layer + "attention.dense.weight",
                   layer + "attention.dense.bias", layer + "post_attention_layernorm.weight",
                   layer + "post_attention_layernorm.bias", layer + "mlp.dense_h_to_4h.weight",
                   layer + "mlp.dense_h_to_4h.bias", layer + "mlp.dense_4h_to_h.weight",
                   layer + "mlp.dense_4h_to_h.bias", "gpt_neox.final_layer_norm.weight",
                   "gpt_neox.final_layer_norm.bias", "embed_out.weight"}));
  EXPECT_EQ(module_sizes(parameters), (std::vector<std::size_t>{1, 2, 2, 2, 2, 2, 2, 2, 1}));
  model.block.shared_norm = true;
  EXPECT_EQ(sim::model_parameters(model).specs.size(), 14U);
  model.kv_heads = 2;
  EXPECT_EQ(sim::model_parameters(model).specs.size(), 14U + 4U);
}

// k < t: neighbours hold the same whole head, rank r of four the head r / 2 of two.
TEST(BlockParameters, NeighboursShareKeyValueHeads) {
  const auto parameters = sim::model_parameters(llama());
  const auto& key = parameters.specs.at(3);
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(sim::local_size(key, {rank, 4}), 16 * 64) << rank;
    EXPECT_EQ(sim::sharers(key, {rank, 4}), 2) << rank;
    std::int64_t first = -1;
    sim::for_each_run(key, {rank, 4}, 0, 1, [&](const sim::Run& run) { first = run.whole; });
    EXPECT_EQ(first, rank / 2 * 16 * 64) << rank;
  }
  EXPECT_EQ(sim::sharers(key, {0, 2}), 1);
}

}  // namespace
