// Llama, GPT-NeoX and their kin: what Hugging Face's configs state, and what their classes assume.
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/import/model_config.hpp"
#include "tests/scenarios/files/config_reading.hpp"

namespace scenarios::test {
namespace {

sim::ModelDescription model_of(const std::string& config, const std::string& keys = "") {
  return read_with_config(config, "model: {config: config.json" + keys +
                                      "}\ntraining: {micro_batch_size: 1, global_batch_size: 1}\n")
      .plan.model;
}

// What every Llama config states; `more` ends with a comma.
std::string llama(const std::string& more, const std::string& type = "llama") {
  return R"({"model_type": ")" + type + "\",\n" + more +
         "\n\"hidden_size\": 64, \"num_hidden_layers\": 2, \"num_attention_heads\": 8, "
         "\"intermediate_size\": 96, \"max_position_embeddings\": 128, \"vocab_size\": 100}";
}

TEST(ModelConfig, ReadsLlamaWithHuggingFacesDefaults) {
  const sim::ModelDescription model = model_of(llama(""));
  EXPECT_EQ(model.layers, 2);
  EXPECT_EQ(model.hidden, 64);
  EXPECT_EQ(model.heads, 8);
  EXPECT_EQ(model.kv_heads, 8);
  EXPECT_EQ(model.head_dim, 8);
  EXPECT_EQ(model.ffn_hidden, 96);
  EXPECT_EQ(model.vocabulary, 100);
  EXPECT_EQ(model.sequence_length, 128);
  EXPECT_FALSE(model.tied_embedding);
  EXPECT_EQ(model.block.normalization, sim::Normalization::rms_norm);
  EXPECT_EQ(model.block.activation, sim::Activation::silu);
  EXPECT_TRUE(model.block.gated_linear_unit);
  EXPECT_FALSE(model.block.add_bias_linear);
  EXPECT_EQ(model.block.layernorm_epsilon, 1e-6);  // that of LlamaConfig, not the preset's
  EXPECT_EQ(model.block.rotary_base, 10000.0);
  EXPECT_EQ(model.names.projection, "self_attn.o_proj");
}

TEST(ModelConfig, ReadsWhatLlamaStates) {
  const sim::ModelDescription model = model_of(
      llama("\"num_key_value_heads\": 2, \"head_dim\": 16, \"rms_norm_eps\": 1e-5, "
            "\"rope_theta\": 500000.0, \"tie_word_embeddings\": true, \"attention_bias\": true, "
            "\"mlp_bias\": true, \"hidden_act\": \"gelu\", \"rope_scaling\": null,"));
  EXPECT_EQ(model.kv_heads, 2);
  EXPECT_EQ(model.head_dim, 16);
  EXPECT_EQ(model.block.layernorm_epsilon, 1e-5);
  EXPECT_EQ(model.block.rotary_base, 5e5);
  EXPECT_TRUE(model.tied_embedding);
  EXPECT_TRUE(model.block.add_bias_linear);
  EXPECT_TRUE(model.block.add_qkv_bias);
  EXPECT_EQ(model.block.activation, sim::Activation::gelu);
  EXPECT_EQ(model_of(llama("\"rope_parameters\": {\"rope_type\": \"default\", \"rope_theta\": "
                           "20000},"))
                .block.rotary_base,
            2e4);
}

const std::string neox = R"({"model_type": "gpt_neox",
"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 32,
"max_position_embeddings": 128, "vocab_size": 100)";

TEST(ModelConfig, ReadsNeoxWithHuggingFacesDefaults) {
  const sim::ModelDescription model = model_of(neox + "}");
  EXPECT_EQ(model.ffn_hidden, 32);
  EXPECT_FALSE(model.tied_embedding);
  EXPECT_EQ(model.block.activation, sim::Activation::gelu);
  EXPECT_TRUE(model.block.parallel_residual);
  EXPECT_TRUE(model.block.add_bias_linear);
  EXPECT_EQ(model.block.rotary_percent, 0.25);
  EXPECT_EQ(model.block.rotary_base, 10000.0);
  EXPECT_EQ(model.block.layernorm_epsilon, 1e-5);
  EXPECT_EQ(model.names.fused_qkv, "attention.query_key_value");
}

TEST(ModelConfig, ReadsWhatNeoxStates) {
  const sim::ModelDescription model = model_of(
      neox + R"(, "rotary_pct": 1.0, "rotary_emb_base": 25000, "use_parallel_residual": false,
"layer_norm_eps": 1e-6, "tie_word_embeddings": true, "hidden_act": "gelu_new"})");
  EXPECT_EQ(model.block.rotary_percent, 1.0);
  EXPECT_EQ(model.block.rotary_base, 25000.0);
  EXPECT_FALSE(model.block.parallel_residual);
  EXPECT_EQ(model.block.layernorm_epsilon, 1e-6);
  EXPECT_TRUE(model.tied_embedding);
  EXPECT_EQ(model.block.activation, sim::Activation::gelu_tanh);
  const auto partial =
      model_of(neox + R"(, "rope_parameters": {"partial_rotary_factor": 0.5, "rope_theta": 7}})");
  EXPECT_EQ(partial.block.rotary_percent, 0.5);
  EXPECT_EQ(partial.block.rotary_base, 7.0);
}

TEST(ModelConfig, ReadsLlamasKin) {
  EXPECT_EQ(model_of(llama("", "mistral")).kv_heads, 8);  // MistralConfig's default
  EXPECT_EQ(model_of(llama("\"num_key_value_heads\": 4,", "mistral")).kv_heads, 4);
  const auto qwen2 = model_of(llama("\"num_key_value_heads\": 2,", "qwen2"));
  EXPECT_TRUE(qwen2.block.add_qkv_bias);
  EXPECT_FALSE(qwen2.block.add_bias_linear);
  const auto qwen3 = model_of(llama("\"num_key_value_heads\": 2,", "qwen3"));
  EXPECT_TRUE(qwen3.block.qk_layernorm);
  EXPECT_EQ(qwen3.head_dim, 128);  // Qwen3Config's default
}

TEST(ModelConfig, NamesTheLineOfWhatALlamaWouldChange) {
  struct Row {
    std::string config;
    const char* fault;
  };
  for (const Row& row : {
           Row{llama(R"("hidden_act": "relu",)"),
               "config.json:2: hidden_act: \"relu\" is not supported; supported: gelu_new "
               "gelu_pytorch_tanh gelu silu swish"},
           {llama("\"attention_bias\": true,"),
            "config.json:2: attention_bias: attention_bias true with mlp_bias false is not "
            "supported; supported: both or neither"},
           {llama("\"mlp_bias\": 1,"), "config.json:2: mlp_bias: 1 is not a boolean"},
           {llama(R"("rope_scaling": {"type": "new"},)"),
            "config.json:2: rope_scaling: type \"new\" is no kind of rope that is known"},
           {llama(R"("rms_norm_eps": "small",)"),
            "config.json:2: model.layernorm_epsilon: rms_norm_eps: \"small\" is not a number"},
           {llama("\"num_key_value_heads\": 0,"),
            "config.json:2: model.num_key_value_heads: num_key_value_heads: is 0; it must be in "
            "[1, 2147483647]"},
           {llama("\"sliding_window\": 64,", "mistral"),
            "config.json:2: sliding_window: attention within 64 positions is not supported, and "
            "seq_length is 128; supported: null, or a seq_length of at most 64"},
           {llama("\"use_sliding_window\": true,", "qwen2"),
            "config.json:2: use_sliding_window: true is not supported; supported: false"},
           {llama("\"attention_bias\": true,", "qwen3"),
            "config.json:2: attention_bias: true is not supported; supported: false"},
           {neox + ",\n\"attention_bias\": false}",
            "config.json:4: attention_bias: false is not supported; supported: true"},
           {R"({"model_type": "llama",
"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 8, "max_position_embeddings": 9,
"vocab_size": 100})",
            "config.json:1: intermediate_size: is missing, and Hugging Face's default fits one "
            "model alone; state it, or give model.ffn_hidden_size"},
       }) {
    EXPECT_NE(fault_with_config(row.config).find(row.fault), std::string::npos)
        << fault_with_config(row.config);
  }
}

// A scaling of rope changes no size, but the results of the weights that were trained with it.
TEST(ModelConfig, TakesScaledRopeOnlyWithoutItsWeights) {
  const std::string scaled = llama(R"("rope_scaling": {"rope_type": "llama3"},)");
  EXPECT_EQ(fault_with_config(scaled), "no fault");
  const TemporaryFolder folder;
  folder.write("config.json", scaled);
  const std::vector<std::filesystem::path> paths{folder.write(
      "s.yaml",
      "model: {config: config.json}\n"
      "training: {micro_batch_size: 1, global_batch_size: 1, weights: w.safetensors}\n")};
  try {
    read_scenarios(paths, {});
    FAIL() << "nothing was thrown";
  } catch (const BadInput& error) {
    EXPECT_EQ(error.faults().at(0).what,
              "rope of type \"llama3\" is not computed, and training.weights needs it; supported: "
              "default");
  }
}

}  // namespace
}  // namespace scenarios::test
