#include "scenarios/files/config_family.hpp"

#include <algorithm>
#include <array>

namespace scenarios {

namespace {

constexpr std::array gpt2_keys{
    ConfigKey{"n_layer", "model.num_layers"},
    ConfigKey{"n_embd", "model.hidden_size"},
    ConfigKey{"n_head", "model.num_attention_heads"},
    ConfigKey{"n_inner", "model.ffn_hidden_size"},
    ConfigKey{"vocab_size", "model.vocab_size"},
    ConfigKey{"n_positions", "model.max_position_embeddings"},
    ConfigKey{"n_positions", "model.seq_length"},
    ConfigKey{"layer_norm_epsilon", "model.layernorm_epsilon"},
    ConfigKey{"tie_word_embeddings", "model.tie_word_embeddings"},
};
constexpr std::array gpt2_fixed{FixedKey{"scale_attn_weights", true},
                                FixedKey{"scale_attn_by_inverse_layer_idx", false},
                                FixedKey{"add_cross_attention", false}};

// Also of Mistral and Qwen, which are Llama's block with a bias or a norm more.
constexpr std::array llama_keys{
    ConfigKey{"num_hidden_layers", "model.num_layers"},
    ConfigKey{"hidden_size", "model.hidden_size"},
    ConfigKey{"num_attention_heads", "model.num_attention_heads"},
    ConfigKey{"num_key_value_heads", "model.num_key_value_heads"},
    ConfigKey{"head_dim", "model.head_dim"},
    ConfigKey{"intermediate_size", "model.ffn_hidden_size"},
    ConfigKey{"vocab_size", "model.vocab_size"},
    ConfigKey{"max_position_embeddings", "model.max_position_embeddings"},
    ConfigKey{"max_position_embeddings", "model.seq_length"},
    ConfigKey{"max_sequence_length", "model.max_position_embeddings"},
    ConfigKey{"max_sequence_length", "model.seq_length"},
    ConfigKey{"rms_norm_eps", "model.layernorm_epsilon"},
    ConfigKey{"rope_theta", "model.rotary_base"},
    ConfigKey{"rope_parameters.rope_theta", "model.rotary_base"},
    ConfigKey{"rope_parameters.partial_rotary_factor", "model.rotary_percent"},
    ConfigKey{"tie_word_embeddings", "model.tie_word_embeddings"},
};
constexpr std::array llama_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-6"}};
constexpr std::array mistral_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-6"},
                                      ConfigDefault{"model.num_key_value_heads", "8"}};
constexpr std::array qwen2_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-6"},
                                    ConfigDefault{"model.num_key_value_heads", "32"},
                                    ConfigDefault{"model.add_qkv_bias", "true"}};
constexpr std::array qwen3_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-6"},
                                    ConfigDefault{"model.num_key_value_heads", "32"},
                                    ConfigDefault{"model.head_dim", "128"},
                                    ConfigDefault{"model.qk_layernorm", "true"}};
constexpr std::array qwen2_fixed{FixedKey{"use_sliding_window", false}};
constexpr std::array qwen3_fixed{FixedKey{"use_sliding_window", false},
                                 FixedKey{"attention_bias", false}};

constexpr std::array gpt_neox_keys{
    ConfigKey{"num_hidden_layers", "model.num_layers"},
    ConfigKey{"hidden_size", "model.hidden_size"},
    ConfigKey{"num_attention_heads", "model.num_attention_heads"},
    ConfigKey{"intermediate_size", "model.ffn_hidden_size"},
    ConfigKey{"vocab_size", "model.vocab_size"},
    ConfigKey{"max_position_embeddings", "model.max_position_embeddings"},
    ConfigKey{"max_position_embeddings", "model.seq_length"},
    ConfigKey{"layer_norm_eps", "model.layernorm_epsilon"},
    ConfigKey{"rotary_pct", "model.rotary_percent"},
    ConfigKey{"rope_parameters.partial_rotary_factor", "model.rotary_percent"},
    ConfigKey{"rotary_emb_base", "model.rotary_base"},
    ConfigKey{"rope_parameters.rope_theta", "model.rotary_base"},
    ConfigKey{"use_parallel_residual", "model.parallel_residual"},
    ConfigKey{"tie_word_embeddings", "model.tie_word_embeddings"},
};
constexpr std::array gpt_neox_fixed{FixedKey{"attention_bias", true}};

constexpr std::array families{
    ConfigFamily{.model_type = "gpt2",
                 .architecture = "gpt2",
                 .activation_key = "activation_function",
                 .keys = gpt2_keys,
                 .fixed_keys = gpt2_fixed},
    ConfigFamily{.model_type = "llama",
                 .architecture = "llama",
                 .activation_key = "hidden_act",
                 .keys = llama_keys,
                 .defaults = llama_defaults,
                 .needed_key = "intermediate_size",
                 .has_bias_keys = true},
    ConfigFamily{.model_type = "gpt_neox",
                 .architecture = "gpt_neox",
                 .activation_key = "hidden_act",
                 .keys = gpt_neox_keys,
                 .fixed_keys = gpt_neox_fixed,
                 .needed_key = "intermediate_size"},
    ConfigFamily{.model_type = "mistral",
                 .architecture = "llama",
                 .activation_key = "hidden_act",
                 .keys = llama_keys,
                 .defaults = mistral_defaults,
                 .needed_key = "intermediate_size",
                 .window = 4096},
    ConfigFamily{.model_type = "qwen2",
                 .architecture = "llama",
                 .activation_key = "hidden_act",
                 .keys = llama_keys,
                 .defaults = qwen2_defaults,
                 .fixed_keys = qwen2_fixed,
                 .needed_key = "intermediate_size"},
    ConfigFamily{.model_type = "qwen3",
                 .architecture = "llama",
                 .activation_key = "hidden_act",
                 .keys = llama_keys,
                 .defaults = qwen3_defaults,
                 .fixed_keys = qwen3_fixed,
                 .needed_key = "intermediate_size"},
};

}  // namespace

const ConfigFamily* find_family(std::string_view model_type) {
  const auto found = std::ranges::find(families, model_type, &ConfigFamily::model_type);
  return found == families.end() ? nullptr : &*found;
}

std::string known_families() {
  std::string names;
  for (const ConfigFamily& family : families) {
    names += (names.empty() ? "" : ", ") + std::string(family.model_type);
  }
  return names;
}

}  // namespace scenarios
