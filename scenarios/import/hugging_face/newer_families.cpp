#include "scenarios/import/hugging_face/newer_families.hpp"

#include <array>

#include "scenarios/import/hugging_face/family_keys.hpp"
#include "scenarios/import/hugging_face/newer_rules.hpp"

// Defaults: the configuration classes of transformers (models/*/configuration_*.py), and for exaone
// the class that its releases bring along.

namespace scenarios {

namespace {

constexpr std::array no_attention_bias{FixedKey{"attention_bias", false}};
constexpr std::array smollm3_fixed{FixedKey{"use_sliding_window", false}};

constexpr std::array olmo2_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-5"}};
constexpr std::array gemma3_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-6"},
                                     ConfigDefault{"model.num_attention_heads", "8"},
                                     ConfigDefault{"model.num_key_value_heads", "4"},
                                     ConfigDefault{"model.head_dim", "256"},
                                     ConfigDefault{"model.vocab_size", "262208"},
                                     ConfigDefault{"model.seq_length", "131072"},
                                     ConfigDefault{"model.qk_layernorm", "true"},
                                     ConfigDefault{"model.rotary_base", "1000000"},
                                     ConfigDefault{"model.tie_word_embeddings", "true"}};
constexpr std::array granite_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-6"}};
constexpr std::array smollm3_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-6"},
                                      ConfigDefault{"model.num_key_value_heads", "4"},
                                      ConfigDefault{"model.rotary_base", "2000000"},
                                      ConfigDefault{"model.tie_word_embeddings", "true"}};
constexpr std::array starcoder2_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-5"},
                                         ConfigDefault{"model.num_key_value_heads", "2"},
                                         ConfigDefault{"model.position_embedding_type", "rope"},
                                         ConfigDefault{"model.rotary_base", "10000"},
                                         ConfigDefault{"model.activation_func", "gelu_tanh"},
                                         ConfigDefault{"model.add_bias_linear", "true"},
                                         ConfigDefault{"model.tie_word_embeddings", "true"}};
constexpr std::array cohere_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-5"},
                                     ConfigDefault{"model.activation_func", "silu"},
                                     ConfigDefault{"model.gated_linear_unit", "true"},
                                     ConfigDefault{"model.add_bias_linear", "false"},
                                     ConfigDefault{"model.shared_norm", "true"},
                                     ConfigDefault{"model.rotary_percent", "1"},
                                     ConfigDefault{"model.tie_word_embeddings", "true"}};
constexpr std::array glm_defaults{ConfigDefault{"model.layernorm_epsilon", "1.5625e-7"},
                                  ConfigDefault{"model.num_key_value_heads", "2"},
                                  ConfigDefault{"model.head_dim", "128"},
                                  ConfigDefault{"model.rotary_percent", "0.5"}};
constexpr std::array exaone4_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-5"},
                                      ConfigDefault{"model.qk_layernorm", "true"}};
constexpr std::array exaone_defaults{ConfigDefault{"model.layernorm_epsilon", "1e-5"},
                                     ConfigDefault{"model.tie_word_embeddings", "false"}};

constexpr ConfigFamily like_llama(std::string_view model_type,
                                  std::span<const ConfigDefault> defaults, FamilyRule rule) {
  return {.model_type = model_type,
          .architecture = "llama",
          .activation_key = "hidden_act",
          .keys = family_keys::llama,
          .defaults = defaults,
          .needed_key = "intermediate_size",
          .rule = rule,
          .has_names = false};
}

constexpr ConfigFamily with(ConfigFamily family, std::span<const FixedKey> fixed) {
  family.fixed_keys = fixed;
  return family;
}

constexpr ConfigFamily with_biases(ConfigFamily family) {
  family.has_bias_keys = true;
  return family;
}

constexpr ConfigFamily like_cohere(std::string_view model_type, FamilyRule rule) {
  ConfigFamily family = like_llama(model_type, cohere_defaults, rule);
  family.architecture = "gpt_neox";
  family.fixed_keys = no_attention_bias;
  return family;
}

constexpr ConfigFamily gemma3() {
  ConfigFamily family = like_llama("gemma3_text", gemma3_defaults, gemma3_rule);
  family.activation_key = "hidden_activation";
  family.fixed_keys = no_attention_bias;
  family.window = 4096;
  return family;
}

constexpr ConfigFamily starcoder2() {
  ConfigFamily family = like_llama("starcoder2", starcoder2_defaults, nullptr);
  family.architecture = "gpt2";
  family.keys = family_keys::starcoder2;
  return family;
}

constexpr ConfigFamily exaone() {
  ConfigFamily family = like_llama("exaone", exaone_defaults, nullptr);
  family.activation_key = "activation_function";
  family.keys = family_keys::exaone;
  return family;
}

constexpr std::array families{
    with(like_llama("olmo2", olmo2_defaults, olmo2_rule), no_attention_bias),
    with(like_llama("olmo3", olmo2_defaults, olmo2_rule), no_attention_bias),
    gemma3(),
    with_biases(like_llama("granite", granite_defaults, granite_rule)),
    with(with_biases(like_llama("smollm3", smollm3_defaults, smollm3_rule)), smollm3_fixed),
    starcoder2(),
    like_cohere("cohere", cohere_rule),
    like_cohere("cohere2", cohere_rule),
    like_llama("glm", glm_defaults, glm_rule),
    like_llama("glm4", glm_defaults, glm4_rule),
    exaone(),
    like_llama("exaone4", exaone4_defaults, post_norm_rule),
};

}  // namespace

std::span<const ConfigFamily> newer_families() {
  return families;
}

}  // namespace scenarios
