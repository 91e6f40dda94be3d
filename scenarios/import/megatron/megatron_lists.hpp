#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "scenarios/import/setting_values.hpp"

namespace scenarios {

/// Arguments of Megatron-LM (megatron/training/arguments.py) that say the same as a scenario key.
inline constexpr std::array megatron_rows{
    ConfigKey{"num_layers", "model.num_layers"},
    ConfigKey{"encoder_num_layers", "model.num_layers"},
    ConfigKey{"hidden_size", "model.hidden_size"},
    ConfigKey{"num_attention_heads", "model.num_attention_heads"},
    ConfigKey{"kv_channels", "model.head_dim"},
    ConfigKey{"seq_length", "model.seq_length"},
    ConfigKey{"encoder_seq_length", "model.seq_length"},
    ConfigKey{"max_position_embeddings", "model.max_position_embeddings"},
    ConfigKey{"vocab_size", "model.vocab_size"},
    ConfigKey{"make_vocab_size_divisible_by", "model.make_vocab_size_divisible_by"},
    ConfigKey{"rotary_percent", "model.rotary_percent"},
    ConfigKey{"rotary_base", "model.rotary_base"},
    ConfigKey{"add_qkv_bias", "model.add_qkv_bias"},
    ConfigKey{"qk_layernorm", "model.qk_layernorm"},
    ConfigKey{"norm_epsilon", "model.layernorm_epsilon"},
    ConfigKey{"layernorm_epsilon", "model.layernorm_epsilon"},
    ConfigKey{"attention_dropout", "model.attention_dropout"},
    ConfigKey{"hidden_dropout", "model.hidden_dropout"},
    ConfigKey{"tensor_model_parallel_size", "parallel.tensor_model_parallel_size"},
    ConfigKey{"model_parallel_size", "parallel.tensor_model_parallel_size"},
    ConfigKey{"pipeline_model_parallel_size", "parallel.pipeline_model_parallel_size"},
    ConfigKey{"sequence_parallel", "parallel.sequence_parallel"},
    ConfigKey{"lr", "optimizer.lr"},
    ConfigKey{"adam_eps", "optimizer.eps"},
    ConfigKey{"weight_decay", "optimizer.weight_decay"},
    ConfigKey{"clip_grad", "optimizer.clip_grad"},
    ConfigKey{"seed", "training.seed"},
    ConfigKey{"train_tokens", "training.tokens"},
    ConfigKey{"zero_stage", "zero.stage"},
    ConfigKey{"ddp_bucket_size", "zero.reduce_bucket_size"},
};

inline constexpr std::array<std::pair<std::string_view, std::string_view>, 14> megatron_defaults = {
    {
        {"model.make_vocab_size_divisible_by", "128"},
        {"model.tie_word_embeddings", "true"},
        {"model.add_bias_linear", "true"},
        {"model.parallel_residual", "false"},
        {"model.shared_norm", "false"},
        {"model.rotary_percent", "1"},
        {"model.rotary_base", "10000"},
        {"model.attention_dropout", "0.1"},
        {"model.hidden_dropout", "0.1"},
        {"model.layernorm_epsilon", "1e-5"},
        {"optimizer.betas", "[0.9, 0.999]"},
        {"optimizer.weight_decay", "0.01"},
        {"optimizer.clip_grad", "1"},
        {"zero.stage", "0"},
    }};

}  // namespace scenarios
