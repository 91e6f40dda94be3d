// Families of Hugging Face that are not among the published files here: what each has beside the
// block, against counts published with their weights.
#include <string>

#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

std::vector<std::string> counts_of(const std::string& config) {
  return count_lines(import_texts({{"config.json", config}}));
}

TEST(Families, CountAsPublished) {
  EXPECT_TRUE(says(counts_of(R"({"model_type": "opt", "hidden_size": 768, "num_hidden_layers": 12,
      "num_attention_heads": 12, "ffn_dim": 3072, "vocab_size": 50272,
      "max_position_embeddings": 2048, "word_embed_proj_dim": 768})"),
                   "parameters 125,239,296"));
  EXPECT_TRUE(says(counts_of(R"({"model_type": "bloom", "n_layer": 24, "n_embed": 1024,
      "num_attention_heads": 16, "vocab_size": 250880})"),
                   "parameters 559,214,592"));
  EXPECT_TRUE(says(counts_of(R"({"model_type": "falcon", "num_hidden_layers": 32,
      "hidden_size": 4544, "num_attention_heads": 71, "vocab_size": 65024, "multi_query": true,
      "parallel_attn": true, "bias": false, "alibi": false, "new_decoder_architecture": false})"),
                   "parameters 6,921,720,704"));
  EXPECT_TRUE(says(counts_of(R"({"model_type": "gpt_neo", "num_layers": 12, "hidden_size": 768,
      "num_heads": 12, "vocab_size": 50257, "max_position_embeddings": 2048,
      "intermediate_size": null, "activation_function": "gelu_new"})"),
                   "parameters 125,198,592"));
  EXPECT_TRUE(says(counts_of(R"({"model_type": "gptj", "n_layer": 28, "n_embd": 4096,
      "n_head": 16, "vocab_size": 50400, "n_positions": 2048, "rotary_dim": 64})"),
                   "parameters 6,050,882,784"));
  EXPECT_TRUE(says(counts_of(R"({"model_type": "gemma2", "num_hidden_layers": 26,
      "hidden_size": 2304, "num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
      "intermediate_size": 9216, "vocab_size": 256000, "max_position_embeddings": 8192,
      "hidden_activation": "gelu_pytorch_tanh"})"),
                   "parameters 2,614,341,888"));
  EXPECT_TRUE(says(counts_of(R"({"model_type": "phi3", "num_hidden_layers": 32,
      "hidden_size": 3072, "num_attention_heads": 32, "intermediate_size": 8192,
      "vocab_size": 32064, "max_position_embeddings": 4096})"),
                   "parameters 3,821,079,552"));
  EXPECT_TRUE(says(counts_of(R"({"model_type": "qwen3_moe", "num_hidden_layers": 48,
      "hidden_size": 2048, "num_attention_heads": 32, "num_key_value_heads": 4, "head_dim": 128,
      "num_experts": 128, "num_experts_per_tok": 8, "moe_intermediate_size": 768,
      "vocab_size": 151936})"),
                   "parameters 30,532,122,624"));
}

// What the short form of opt-350m has lost: counted here, and not to be written.
TEST(Families, CountOptWithANarrowerEmbedding) {
  const ImportResult result = import_texts({{"config.json", R"({"model_type": "opt",
      "hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "ffn_dim": 4096,
      "vocab_size": 50272, "max_position_embeddings": 2048, "word_embed_proj_dim": 512,
      "do_layer_norm_before": false, "activation_function": "relu"})"}});
  EXPECT_TRUE(says(count_lines(result), "parameters 331,196,416"));
  EXPECT_NE(faults_text(result).find("word_embed_proj_dim"), std::string::npos);
  EXPECT_NE(faults_text(result).find("post-norm"), std::string::npos);
}

// Llama's two keys for biases may differ in an import, with the difference counted.
TEST(Families, CountBiasesOfOneKind) {
  const std::string llama =
      R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64,
      "num_attention_heads": 4, "intermediate_size": 192, "vocab_size": 128,
      "max_position_embeddings": 32)";
  // 2*128*64 + 2 (4*64*64 + 3*64*192 + 2*64) + 64 = 123,200, as in case C01
  EXPECT_TRUE(says(counts_of(llama + "}"), "parameters 123,200"));
  EXPECT_TRUE(says(counts_of(llama + ", \"attention_bias\": true}"),  // 4*64 a layer
                   "parameters 123,712"));
  EXPECT_TRUE(says(counts_of(llama + ", \"mlp_bias\": true}"),  // 2*192 + 64 a layer
                   "parameters 124,096"));
  EXPECT_TRUE(says(counts_of(llama + ", \"mlp_bias\": true, \"attention_bias\": true}"),
                   "parameters 124,608"));
}

// Case C07: whether the tables are one depends on the family where the key is absent.
TEST(Families, TieTheTablesByTheirOwnDefault) {
  const std::string rest =
      R"(", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "head_dim": 16,
      "num_key_value_heads": 4, "intermediate_size": 192, "vocab_size": 128,
      "max_position_embeddings": 32})";
  for (const char* untied : {"llama", "mistral", "qwen2", "phi3"}) {
    const Scenario scenario = read_back(
        import_texts({{"config.json", std::string(R"({"model_type": ")") + untied + rest}}));
    EXPECT_FALSE(scenario.plan.model.tied_embedding) << untied;
  }
  const Scenario gemma =
      read_back(import_texts({{"config.json", R"({"model_type": "gemma)" + rest}}));
  EXPECT_TRUE(gemma.plan.model.tied_embedding);
  EXPECT_EQ(gemma.plan.model.block.activation, sim::Activation::gelu_tanh);
}

// A dropout rate is of the model's own training: told, not taken over.
TEST(Families, TellTheDropoutThatTheyDoNotTakeOver) {
  const auto with = [](const std::string& rate) {
    return import_texts({{"config.json",
                          R"({"model_type": "gpt2", "n_layer": 2, "n_embd": 64, "n_head": 4,
                          "vocab_size": 128, "n_positions": 32, "attn_pdrop": )" +
                              rate + "}"}});
  };
  EXPECT_TRUE(says(with("0.1").imported.notes, "config.json:2: attn_pdrop: is 0.1, of the model"));
  EXPECT_FALSE(says(with("0.0").imported.notes, "attn_pdrop"));
  EXPECT_EQ(read_back(with("0.1")).values.model.attention_dropout, 0.0);
}

// The key may stand inside or beside the text model of a larger one.
TEST(Families, ReadATextModelInside) {
  const std::string inside =
      R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64,
      "num_attention_heads": 4, "intermediate_size": 192, "vocab_size": 128,
      "max_position_embeddings": 32)";
  const auto with = [&](const std::string& in, const std::string& beside) {
    return import_texts({{"config.json", R"({"model_type": "llava", "text_config": )" + inside +
                                             in + "}" + beside + "}"}});
  };
  const ImportResult alone = with("", R"(, "vision_config": {"hidden_size": 1024})");
  EXPECT_EQ(count_lines(alone).at(0), "parameters 123,200");
  EXPECT_TRUE(says(alone.imported.notes, "the text model alone is read"));
  EXPECT_TRUE(says(alone.imported.ignored, "vision_config.hidden_size"));
  // one table of 128*64 less
  EXPECT_EQ(count_lines(with("", ", \"tie_word_embeddings\": true")).at(0), "parameters 115,008");
  EXPECT_EQ(count_lines(with(", \"tie_word_embeddings\": true", "")).at(0), "parameters 115,008");
  EXPECT_NE(faults_text(with(", \"tie_word_embeddings\": true", ", \"tie_word_embeddings\": false"))
                .find("tie_word_embeddings: is given twice"),
            std::string::npos);
}

TEST(Families, NoteLayersOfOtherKinds) {
  const ImportResult result = import_texts({{"config.json", R"({"model_type": "llama",
      "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 128,
      "intermediate_size": 192, "max_position_embeddings": 32,
      "layer_types": ["full_attention", "sliding_attention"]})"}});
  EXPECT_TRUE(says(result.imported.notes, "layers of other kinds"));
}

// Case C09
TEST(Families, RefuseHeadsThatDoNotDivide) {
  const std::string faults = faults_text(import_texts({{"config.json", R"({"model_type": "gpt2",
      "n_layer": 1, "n_embd": 1024, "n_head": 12, "vocab_size": 128, "n_positions": 32})"}}));
  EXPECT_NE(faults.find("config.json:2: model.hidden_size: hidden_size 1024 is not divisible by "
                        "num_attention_heads 12 (remainder 4)"),
            std::string::npos)
      << faults;
}

TEST(Families, TellWhatContradicts) {
  const ImportResult gpt_j = import_published({"hf/gpt-j-6B.json"});
  EXPECT_TRUE(says(gpt_j.imported.contradictions, "model_type: \"gpt_neo\""));
  const ImportResult phi = import_texts({{"config.json", R"({"model_type": "phi",
      "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 2,
      "intermediate_size": 256, "vocab_size": 128, "max_position_embeddings": 32,
      "partial_rotary_factor": 0.5,
      "rotary_dim": 8})"}});
  EXPECT_TRUE(
      says(phi.imported.contradictions, "config.json:5: rotary_dim: 8 channels against 16"));
}

}  // namespace
}  // namespace scenarios::test
