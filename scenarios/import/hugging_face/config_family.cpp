#include "scenarios/import/hugging_face/config_family.hpp"

#include <array>

#include "scenarios/import/hugging_face/family_keys.hpp"
#include "scenarios/import/hugging_face/family_rules.hpp"
#include "scenarios/import/hugging_face/newer_families.hpp"

namespace scenarios {

namespace {

constexpr std::array gpt2_fixed{FixedKey{"scale_attn_weights", true},
                                FixedKey{"scale_attn_by_inverse_layer_idx", false},
                                FixedKey{"add_cross_attention", false}};
constexpr std::array qwen2_fixed{FixedKey{"use_sliding_window", false}};
constexpr std::array qwen3_fixed{FixedKey{"use_sliding_window", false},
                                 FixedKey{"attention_bias", false}};
constexpr std::array gpt_neox_fixed{FixedKey{"attention_bias", true}};
constexpr std::array no_attention_bias{FixedKey{"attention_bias", false}};
constexpr std::array opt_fixed{FixedKey{"enable_bias", true},
                               FixedKey{"layer_norm_elementwise_affine", true}};
constexpr std::array bloom_fixed{FixedKey{"apply_residual_connection_post_layernorm", false}};

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
constexpr std::array gemma_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-6"},
                                    ConfigDefault{"model.num_key_value_heads", "16"},
                                    ConfigDefault{"model.head_dim", "256"},
                                    ConfigDefault{"model.tie_word_embeddings", "true"}};
constexpr std::array gemma2_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-6"},
                                     ConfigDefault{"model.num_key_value_heads", "4"},
                                     ConfigDefault{"model.head_dim", "256"},
                                     ConfigDefault{"model.tie_word_embeddings", "true"}};
constexpr std::array phi_defaults{ConfigDefault{"model.activation_func", "gelu_tanh"},
                                  ConfigDefault{"model.shared_norm", "true"},
                                  ConfigDefault{"model.rotary_percent", "0.5"}};
constexpr std::array gpt_j_defaults{ConfigDefault{"model.activation_func", "gelu_tanh"},
                                    ConfigDefault{"model.shared_norm", "true"},
                                    ConfigDefault{"model.add_bias_linear", "false"}};
constexpr std::array bloom_defaults{ConfigDefault{"model.position_embedding_type", "none"},
                                    ConfigDefault{"model.seq_length", "2048"}};
constexpr std::array falcon_defaults{
    ConfigDefault{"model.rotary_percent", "1"}, ConfigDefault{"model.add_bias_linear", "false"},
    ConfigDefault{"model.tie_word_embeddings", "true"}, ConfigDefault{"model.seq_length", "2048"}};

constexpr std::array families{
    ConfigFamily{.model_type = "gpt2",
                 .architecture = "gpt2",
                 .activation_key = "activation_function",
                 .keys = family_keys::gpt2,
                 .fixed_keys = gpt2_fixed},
    ConfigFamily{.model_type = "llama",
                 .architecture = "llama",
                 .activation_key = "hidden_act",
                 .keys = family_keys::llama,
                 .defaults = llama_defaults,
                 .needed_key = "intermediate_size",
                 .has_bias_keys = true},
    ConfigFamily{.model_type = "gpt_neox",
                 .architecture = "gpt_neox",
                 .activation_key = "hidden_act",
                 .keys = family_keys::gpt_neox,
                 .fixed_keys = gpt_neox_fixed,
                 .needed_key = "intermediate_size"},
    ConfigFamily{.model_type = "mistral",
                 .architecture = "llama",
                 .activation_key = "hidden_act",
                 .keys = family_keys::llama,
                 .defaults = mistral_defaults,
                 .needed_key = "intermediate_size",
                 .window = 4096},
    ConfigFamily{.model_type = "qwen2",
                 .architecture = "llama",
                 .activation_key = "hidden_act",
                 .keys = family_keys::llama,
                 .defaults = qwen2_defaults,
                 .fixed_keys = qwen2_fixed,
                 .needed_key = "intermediate_size"},
    ConfigFamily{.model_type = "qwen3",
                 .architecture = "llama",
                 .activation_key = "hidden_act",
                 .keys = family_keys::llama,
                 .defaults = qwen3_defaults,
                 .fixed_keys = qwen3_fixed,
                 .needed_key = "intermediate_size"},
    ConfigFamily{.model_type = "gemma",
                 .architecture = "llama",
                 .activation_key = "hidden_activation",
                 .keys = family_keys::llama,
                 .defaults = gemma_defaults,
                 .fixed_keys = no_attention_bias,
                 .needed_key = "intermediate_size",
                 .rule = gemma_rule,
                 .has_names = false},
    ConfigFamily{.model_type = "gemma2",
                 .architecture = "llama",
                 .activation_key = "hidden_activation",
                 .keys = family_keys::llama,
                 .defaults = gemma2_defaults,
                 .fixed_keys = no_attention_bias,
                 .needed_key = "intermediate_size",
                 .window = 4096,
                 .rule = gemma2_rule,
                 .has_names = false},
    ConfigFamily{.model_type = "phi",
                 .architecture = "gpt_neox",
                 .activation_key = "hidden_act",
                 .keys = family_keys::llama,
                 .defaults = phi_defaults,
                 .needed_key = "intermediate_size",
                 .rule = phi_rule,
                 .has_names = false},
    ConfigFamily{.model_type = "phi3",
                 .architecture = "llama",
                 .activation_key = "hidden_act",
                 .keys = family_keys::llama,
                 .fixed_keys = no_attention_bias,
                 .needed_key = "intermediate_size",
                 .has_names = false},
    ConfigFamily{.model_type = "opt",
                 .architecture = "gpt2",
                 .activation_key = "activation_function",
                 .keys = family_keys::opt,
                 .fixed_keys = opt_fixed,
                 .needed_key = "ffn_dim",
                 .rule = opt_rule,
                 .has_names = false},
    ConfigFamily{.model_type = "bloom",
                 .architecture = "gpt2",
                 .activation_key = "",
                 .keys = family_keys::bloom,
                 .defaults = bloom_defaults,
                 .fixed_keys = bloom_fixed,
                 .rule = bloom_rule,
                 .has_names = false},
    ConfigFamily{.model_type = "falcon",
                 .architecture = "gpt_neox",
                 .activation_key = "activation",
                 .keys = family_keys::falcon,
                 .defaults = falcon_defaults,
                 .rule = falcon_rule,
                 .has_names = false},
    ConfigFamily{.model_type = "gptj",
                 .architecture = "gpt_neox",
                 .activation_key = "activation_function",
                 .keys = family_keys::gpt2,
                 .defaults = gpt_j_defaults,
                 .rule = gpt_j_rule,
                 .has_names = false},
    ConfigFamily{.model_type = "gpt_neo",
                 .architecture = "gpt2",
                 .activation_key = "activation_function",
                 .keys = family_keys::gpt_neo,
                 .rule = gpt_neo_rule,
                 .has_names = false},
    // GPT-J's first configs, written before it had a type of its own.
    ConfigFamily{.model_type = "gpt_neo with rotary",
                 .architecture = "gpt_neox",
                 .activation_key = "activation_function",
                 .keys = family_keys::gpt_neo,
                 .defaults = gpt_j_defaults,
                 .rule = gpt_j_rule,
                 .has_names = false},
};

}  // namespace

std::vector<const ConfigFamily*> all_families() {
  std::vector<const ConfigFamily*> all;
  for (const ConfigFamily& family : families) all.push_back(&family);
  for (const ConfigFamily& family : newer_families()) all.push_back(&family);
  return all;
}

const ConfigFamily* find_family(std::string_view model_type) {
  for (const ConfigFamily* family : all_families()) {
    if (family->model_type == model_type) return family;
  }
  return nullptr;
}

std::string known_families() {
  std::string names;
  for (const ConfigFamily* family : all_families()) {
    if (family->model_type.find(' ') != std::string_view::npos) continue;
    names += (names.empty() ? "" : ", ") + std::string(family->model_type);
  }
  return names;
}

}  // namespace scenarios
