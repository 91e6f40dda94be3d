#pragma once

#include <array>

#include "scenarios/import/hugging_face/config_family.hpp"

namespace scenarios::family_keys {

// Names of the keys of a config, shared by the families that use them.

inline constexpr std::array gpt2{
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

// Also of Mistral, Qwen, Gemma and Phi-3, which are Llama's block with a bias or a norm more.
inline constexpr std::array llama{
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
    ConfigKey{"layer_norm_eps", "model.layernorm_epsilon"},
    ConfigKey{"rope_theta", "model.rotary_base"},
    ConfigKey{"partial_rotary_factor", "model.rotary_percent"},
    ConfigKey{"rope_parameters.rope_theta", "model.rotary_base"},
    ConfigKey{"rope_parameters.partial_rotary_factor", "model.rotary_percent"},
    ConfigKey{"tie_word_embeddings", "model.tie_word_embeddings"},
};

// Llama's, with LayerNorm's names.
inline constexpr std::array starcoder2{
    ConfigKey{"num_hidden_layers", "model.num_layers"},
    ConfigKey{"hidden_size", "model.hidden_size"},
    ConfigKey{"num_attention_heads", "model.num_attention_heads"},
    ConfigKey{"num_key_value_heads", "model.num_key_value_heads"},
    ConfigKey{"intermediate_size", "model.ffn_hidden_size"},
    ConfigKey{"vocab_size", "model.vocab_size"},
    ConfigKey{"max_position_embeddings", "model.max_position_embeddings"},
    ConfigKey{"max_position_embeddings", "model.seq_length"},
    ConfigKey{"norm_epsilon", "model.layernorm_epsilon"},
    ConfigKey{"rope_theta", "model.rotary_base"},
    ConfigKey{"rope_parameters.rope_theta", "model.rotary_base"},
    ConfigKey{"use_bias", "model.add_bias_linear"},
    ConfigKey{"tie_word_embeddings", "model.tie_word_embeddings"},
};

inline constexpr std::array exaone{
    ConfigKey{"num_layers", "model.num_layers"},
    ConfigKey{"num_hidden_layers", "model.num_layers"},
    ConfigKey{"hidden_size", "model.hidden_size"},
    ConfigKey{"num_attention_heads", "model.num_attention_heads"},
    ConfigKey{"num_key_value_heads", "model.num_key_value_heads"},
    ConfigKey{"head_dim", "model.head_dim"},
    ConfigKey{"intermediate_size", "model.ffn_hidden_size"},
    ConfigKey{"vocab_size", "model.vocab_size"},
    ConfigKey{"max_position_embeddings", "model.max_position_embeddings"},
    ConfigKey{"max_position_embeddings", "model.seq_length"},
    ConfigKey{"layer_norm_epsilon", "model.layernorm_epsilon"},
    ConfigKey{"rope_theta", "model.rotary_base"},
    ConfigKey{"tie_word_embeddings", "model.tie_word_embeddings"},
};

inline constexpr std::array gpt_neox{
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

inline constexpr std::array gpt_neo{
    ConfigKey{"num_layers", "model.num_layers"},
    ConfigKey{"hidden_size", "model.hidden_size"},
    ConfigKey{"num_heads", "model.num_attention_heads"},
    ConfigKey{"intermediate_size", "model.ffn_hidden_size"},
    ConfigKey{"vocab_size", "model.vocab_size"},
    ConfigKey{"max_position_embeddings", "model.max_position_embeddings"},
    ConfigKey{"max_position_embeddings", "model.seq_length"},
    ConfigKey{"layer_norm_epsilon", "model.layernorm_epsilon"},
    ConfigKey{"tie_word_embeddings", "model.tie_word_embeddings"},
};

inline constexpr std::array opt{
    ConfigKey{"num_hidden_layers", "model.num_layers"},
    ConfigKey{"hidden_size", "model.hidden_size"},
    ConfigKey{"num_attention_heads", "model.num_attention_heads"},
    ConfigKey{"ffn_dim", "model.ffn_hidden_size"},
    ConfigKey{"vocab_size", "model.vocab_size"},
    ConfigKey{"max_position_embeddings", "model.seq_length"},
    ConfigKey{"tie_word_embeddings", "model.tie_word_embeddings"},
};

inline constexpr std::array bloom{
    ConfigKey{"n_layer", "model.num_layers"},
    ConfigKey{"num_hidden_layers", "model.num_layers"},
    ConfigKey{"hidden_size", "model.hidden_size"},
    ConfigKey{"n_embed", "model.hidden_size"},
    ConfigKey{"n_head", "model.num_attention_heads"},
    ConfigKey{"num_attention_heads", "model.num_attention_heads"},
    ConfigKey{"vocab_size", "model.vocab_size"},
    ConfigKey{"seq_length", "model.seq_length"},
    ConfigKey{"layer_norm_epsilon", "model.layernorm_epsilon"},
    ConfigKey{"tie_word_embeddings", "model.tie_word_embeddings"},
};

inline constexpr std::array falcon{
    ConfigKey{"num_hidden_layers", "model.num_layers"},
    ConfigKey{"n_layer", "model.num_layers"},
    ConfigKey{"hidden_size", "model.hidden_size"},
    ConfigKey{"num_attention_heads", "model.num_attention_heads"},
    ConfigKey{"n_head", "model.num_attention_heads"},
    ConfigKey{"ffn_hidden_size", "model.ffn_hidden_size"},
    ConfigKey{"vocab_size", "model.vocab_size"},
    ConfigKey{"max_position_embeddings", "model.max_position_embeddings"},
    ConfigKey{"max_position_embeddings", "model.seq_length"},
    ConfigKey{"layer_norm_epsilon", "model.layernorm_epsilon"},
    ConfigKey{"rope_theta", "model.rotary_base"},
    ConfigKey{"bias", "model.add_bias_linear"},
    ConfigKey{"tie_word_embeddings", "model.tie_word_embeddings"},
};

}  // namespace scenarios::family_keys
