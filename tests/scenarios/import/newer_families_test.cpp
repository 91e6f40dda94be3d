// Families of 2024 and later, against counts published with their weights or derived by hand.
#include <string>

#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

struct Published {
  const char* config;
  const char* count;
};

// Families whose block a scenario has, in all but what is counted beside it.
TEST(Families, CountNewerOnesAsPublished) {
  for (const Published& row : {
           // gemma-3-1b
           Published{R"({"model_type": "gemma3_text", "num_hidden_layers": 26, "hidden_size": 1152,
               "num_attention_heads": 4, "num_key_value_heads": 1, "head_dim": 256,
               "intermediate_size": 6912, "vocab_size": 262144, "max_position_embeddings": 32768,
               "sliding_window": 512, "sliding_window_pattern": 6, "rope_local_base_freq": 10000,
               "query_pre_attn_scalar": 256, "hidden_activation": "gelu_pytorch_tanh"})",
                     "parameters 999,885,952"},
           // granite-3.1-2b: 49155*2048 + 40 (2*2048^2 + 2*2048*512 + 3*2048*8192 + 2*2048) + 2048
           Published{R"({"model_type": "granite", "num_hidden_layers": 40, "hidden_size": 2048,
               "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 8192,
               "vocab_size": 49155, "max_position_embeddings": 131072, "attention_bias": false,
               "mlp_bias": false, "tie_word_embeddings": true, "embedding_multiplier": 12.0,
               "attention_multiplier": 0.015625, "residual_multiplier": 0.22,
               "logits_scaling": 8.0, "hidden_act": "silu"})",
                     "parameters 2,533,531,648"},
           // SmolLM3-3B
           Published{R"({"model_type": "smollm3", "num_hidden_layers": 36, "hidden_size": 2048,
               "num_attention_heads": 16, "num_key_value_heads": 4, "intermediate_size": 11008,
               "vocab_size": 128256, "max_position_embeddings": 65536,
               "use_sliding_window": false, "sliding_window": null, "no_rope_layer_interval": 4,
               "no_rope_layers": [1, 1, 1, 0], "layer_types": ["full_attention"]})",
                     "parameters 3,075,098,624"},
           // starcoder2-3b
           Published{R"({"model_type": "starcoder2", "num_hidden_layers": 30, "hidden_size": 3072,
               "num_attention_heads": 24, "num_key_value_heads": 2, "intermediate_size": 12288,
               "vocab_size": 49152, "max_position_embeddings": 16384, "sliding_window": 4096,
               "norm_epsilon": 1e-5, "use_bias": true, "rope_theta": 999999.4,
               "norm_type": "layer_norm", "mlp_type": "default",
               "hidden_act": "gelu_pytorch_tanh"})",
                     "parameters 3,030,371,328"},
           // c4ai-command-r-v01
           Published{R"({"model_type": "cohere", "num_hidden_layers": 40, "hidden_size": 8192,
               "num_attention_heads": 64, "num_key_value_heads": 64, "intermediate_size": 22528,
               "vocab_size": 256000, "max_position_embeddings": 8192, "logit_scale": 0.0625,
               "layer_norm_eps": 1e-5, "use_qk_norm": false, "rope_theta": 8000000.0})",
                     "parameters 34,980,831,232"},
           // c4ai-command-r7b
           Published{R"({"model_type": "cohere2", "num_hidden_layers": 32, "hidden_size": 4096,
               "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
               "vocab_size": 256000, "max_position_embeddings": 8192, "sliding_window": 4096})",
                     "parameters 8,028,033,024"},
           // glm-4-9b, and GLM-4-9B-0414 with two norms a layer more
           Published{R"({"model_type": "glm", "num_hidden_layers": 40, "hidden_size": 4096,
               "num_attention_heads": 32, "num_key_value_heads": 2, "intermediate_size": 13696,
               "vocab_size": 151552, "max_position_embeddings": 131072, "attention_bias": true,
               "tie_word_embeddings": false})",
                     "parameters 9,399,951,360"},
           Published{R"({"model_type": "glm4", "num_hidden_layers": 40, "hidden_size": 4096,
               "num_attention_heads": 32, "num_key_value_heads": 2, "intermediate_size": 13696,
               "vocab_size": 151552, "max_position_embeddings": 32768, "attention_bias": true,
               "tie_word_embeddings": false})",
                     "parameters 9,400,279,040"},
           // EXAONE-3.5-2.4B
           Published{R"({"model_type": "exaone", "num_layers": 30, "hidden_size": 2560,
               "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 80,
               "intermediate_size": 7168, "vocab_size": 102400, "max_position_embeddings": 32768,
               "activation_function": "silu", "tie_word_embeddings": true})",
                     "parameters 2,405,327,360"},
       }) {
    const ImportResult result = import_texts({{"config.json", row.config}});
    EXPECT_TRUE(says(count_lines(result), row.count)) << row.config << import_report(result);
    EXPECT_TRUE(result.imported.unknown.empty()) << import_report(result);
    EXPECT_GT(read_back(result).plan.model.layers, 0);
  }
}

// Families that norm outputs: counted, and refused with the reason.
TEST(Families, CountWhatTheyRefuse) {
  for (const Published& row : {
           // OLMo-2-7B: 2*100352*4096 + 32 (4*4096^2 + 3*4096*11008 + 2*4096 + 2*4096) + 4096
           Published{R"({"model_type": "olmo2", "num_hidden_layers": 32, "hidden_size": 4096,
               "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 100352,
               "max_position_embeddings": 4096, "attention_bias": false,
               "tie_word_embeddings": false})",
                     "parameters 7,298,617,344"},
           Published{R"({"model_type": "olmo3", "num_hidden_layers": 32, "hidden_size": 4096,
               "num_attention_heads": 32, "num_key_value_heads": 32, "intermediate_size": 11008,
               "vocab_size": 100352, "max_position_embeddings": 4096, "sliding_window": 4096,
               "layer_types": ["sliding_attention", "full_attention"]})",
                     "parameters 7,298,617,344"},
           // EXAONE-4.0-1.2B
           Published{R"({"model_type": "exaone4", "num_hidden_layers": 30, "hidden_size": 2048,
               "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 64,
               "intermediate_size": 4096, "vocab_size": 102400, "max_position_embeddings": 65536,
               "sliding_window": null, "tie_word_embeddings": true})",
                     "parameters 1,279,391,488"},
       }) {
    const ImportResult result = import_texts({{"config.json", row.config}});
    EXPECT_TRUE(says(count_lines(result), row.count)) << row.config << import_report(result);
    EXPECT_NE(faults_text(result).find("post-norm"), std::string::npos);
  }
}

}  // namespace
}  // namespace scenarios::test
