#pragma once

#include <string>

namespace scenarios::test {

/// Shapes of published models, as their config.json gives them.

// Qwen2.5-0.5B: 494,032,768 parameters.
inline const std::string qwen2_5_half_b = R"({"model_type": "qwen2", "num_hidden_layers": 24,
"hidden_size": 896, "num_attention_heads": 14, "num_key_value_heads": 2, "intermediate_size": 4864,
"vocab_size": 151936, "max_position_embeddings": 32768, "rms_norm_eps": 1e-6,
"tie_word_embeddings": true})";

// Qwen3-8B: 8,190,735,360.
inline const std::string qwen3_8b = R"({"model_type": "qwen3", "num_hidden_layers": 36,
"hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
"intermediate_size": 12288, "vocab_size": 151936, "max_position_embeddings": 40960,
"tie_word_embeddings": false})";

// GPT-2: 124,439,808.
inline const std::string gpt2_small = R"({"model_type": "gpt2", "n_layer": 12, "n_embd": 768,
"n_head": 12, "vocab_size": 50257, "n_positions": 1024})";

}  // namespace scenarios::test
