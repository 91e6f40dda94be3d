// Keys of Hugging Face's configs that no family's sizes are in: what becomes of each.
#include <string>

#include <fmt/format.h>

#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

const char* const small_sizes =
    R"("num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 128,
    "intermediate_size": 192)";

std::string shape_of(const char* type, const char* rest) {
  return fmt::format(R"({{"model_type": "{}", {}, "max_position_embeddings": 4096}})", type, rest);
}

// Case I35: both lists, whatever the type.
TEST(Families, NameWhatIsRunAndWhatIsCounted) {
  for (const char* type : {"kimi_k2", "mimo", "ministral3"}) {
    const std::string faults =
        faults_text(import_texts({{"config.json", shape_of(type, small_sizes)}}));
    EXPECT_NE(faults.find(fmt::format("\"{}\" is not supported yet; supported: gpt2, llama", type)),
              std::string::npos)
        << faults;
    EXPECT_NE(faults.find("counted only: mixtral, qwen3_moe, gpt_oss, deepseek_v3"),
              std::string::npos);
  }
}

// Case I1, in Hugging Face's spelling; a plain config says nothing of it.
TEST(Families, LackFlashAttentionWhereItIsStated) {
  const auto with = [](const std::string& more) {
    return import_texts({{"config.json", shape_of("llama", (small_sizes + more).c_str())}});
  };
  for (const char* key : {"_attn_implementation", "attn_implementation"}) {
    for (const char* word : {"flash_attention_2", "flash_attention_3", "flex_attention"}) {
      const ImportResult result = with(fmt::format(", \"{}\": \"{}\"", key, word));
      EXPECT_NE(missing_text(result).find(fmt::format("{}: is {}: attention without the matrix of "
                                                      "scores is missing",
                                                      key, word)),
                std::string::npos)
          << missing_text(result);
      EXPECT_EQ(read_partial(result).plan.model.layers, 2);
    }
    EXPECT_EQ(missing_text(with(fmt::format(", \"{}\": \"sdpa\"", key))), "");
  }
  EXPECT_EQ(missing_text(with("")), "");
}

// Keys that change sizes, in a family that does not know them.
TEST(Families, DoNotPassOverSizes) {
  for (const char* key : {"num_local_experts", "num_experts", "n_routed_experts", "kv_lora_rank",
                          "mamba_d_state", "embedding_size"}) {
    const ImportResult result =
        import_texts({{"config.json",
                       shape_of("llama", fmt::format("{}, \"{}\": 8", small_sizes, key).c_str())}});
    EXPECT_NE(missing_text(result).find(fmt::format("{}: is 8: ", key)), std::string::npos) << key;
    EXPECT_TRUE(count_lines(result).empty()) << key;
    EXPECT_NE(import_report(result).find("parameters: not determined"), std::string::npos);
  }
  for (const char* key : {"use_qk_norm", "attention_bias", "is_encoder_decoder"}) {
    const auto with = [&](const char* value) {
      return missing_text(import_texts(
          {{"config.json",
            shape_of("mistral", fmt::format("{}, \"{}\": {}", small_sizes, key, value).c_str())}}));
    };
    EXPECT_NE(with("true").find(key), std::string::npos) << key;
    EXPECT_EQ(with("false"), "") << key;
  }
  const ImportResult quantized = import_texts(
      {{"config.json",
        shape_of(
            "llama",
            fmt::format("{}, \"quantization_config\": {{\"bits\": 4, \"group\": 128}}", small_sizes)
                .c_str())}});
  EXPECT_NE(missing_text(quantized).find("quantized weights"), std::string::npos);
  EXPECT_EQ(quantized.imported.missing.size(), 1U);
}

// Case I18
TEST(Families, TakeSwitchedOffKeysForNothing) {
  const ImportResult qwen =
      import_texts({{"config.json", shape_of("qwen2", fmt::format("{}, \"num_key_value_heads\": 2, "
                                                                  "\"use_sliding_window\": false, "
                                                                  "\"sliding_window\": 128",
                                                                  small_sizes)
                                                          .c_str())}});
  EXPECT_TRUE(says(qwen.imported.used, "sliding_window -> nothing: it is switched off"));
  EXPECT_FALSE(says(qwen.imported.notes, "attention within"));
  const auto falcon = [](const char* more) {
    return import_texts(
        {{"config.json",
          shape_of("falcon",
                   fmt::format("{}, \"bias\": false, \"num_kv_heads\": 2, {}", small_sizes, more)
                       .c_str())}});
  };
  EXPECT_EQ(falcon("\"new_decoder_architecture\": true")
                .imported.draft.integer("model.num_key_value_heads"),
            2);
  EXPECT_EQ(falcon("\"multi_query\": false").imported.draft.integer("model.num_key_value_heads"),
            2);
  const ImportResult one = falcon("\"multi_query\": true");
  EXPECT_EQ(one.imported.draft.integer("model.num_key_value_heads"), 1);
  EXPECT_TRUE(says(one.imported.used, "num_kv_heads -> nothing beside multi_query"));
}

// Case U3: the type of the stored weights gives the precision only where no run's file is there.
TEST(Families, TakeThePrecisionOfTheWeightsWithANote) {
  const auto with = [](const char* type, const ImportWishes& wishes = {}) {
    return import_texts(
        {{"config.json",
          shape_of("llama",
                   fmt::format("{}, \"torch_dtype\": \"{}\"", small_sizes, type).c_str())}},
        wishes);
  };
  EXPECT_EQ(value_of<std::string>(read_back(with("bfloat16")), "precision"), "mixed_bf16");
  EXPECT_EQ(value_of<std::string>(read_back(with("float16")), "precision"), "mixed_fp16");
  EXPECT_EQ(value_of<std::string>(read_back(with("float32")), "precision"), "fp32");
  EXPECT_TRUE(says(with("bfloat16").imported.notes, "PRECISION: torch_dtype is bfloat16"));
  EXPECT_TRUE(says(with("bfloat16").imported.notes,
                   "seq_length 4096 is the longest sequence that the model takes"));
  const ImportResult set =
      with("bfloat16", {.overrides = {"precision=fp32", "model.seq_length=64"}, .ranks = {}});
  EXPECT_EQ(value_of<std::string>(read_back(set), "precision"), "fp32");
  EXPECT_FALSE(says(set.imported.notes, "PRECISION"));
  EXPECT_FALSE(says(set.imported.notes, "seq_length"));
  const ImportResult beside = import_texts(
      {{"config.json",
        shape_of("llama", fmt::format("{}, \"torch_dtype\": \"bfloat16\"", small_sizes).c_str())},
       {"ds.json", R"({"zero_optimization": {"stage": 1}})"}});
  EXPECT_EQ(value_of<std::string>(read_back(beside), "precision"), "fp32");
}

// Case I15: a summary of another family has lost what its block has beside these sizes.
TEST(Families, DoNotCountSummariesOfOthers) {
  for (const char* type : {"gptj", "llama", "bloom"}) {
    const ImportResult result = import_texts(
        {{"s.json",
          fmt::format(
              R"({{"name": "a", "num_layers": 28, "n_head": 16, "hidden_dim": 4096, "vocab_size": 50400,
        "max_seq_len": 2048, "ffn_embed_dim": 16384, "model_type": "{}"}})",
              type)}});
    EXPECT_TRUE(count_lines(result).empty()) << type;
    EXPECT_EQ(import_report(result).find("parameters: not determined: "), 0U)
        << import_report(result);
  }
}

}  // namespace
}  // namespace scenarios::test
