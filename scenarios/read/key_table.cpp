#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "scenarios/read/edit_distance.hpp"
#include "scenarios/read/keys.hpp"

namespace scenarios {

namespace {

// Sizes stay below 2^31 so that products of a few of them can be checked before they overflow.
constexpr double largest_size = 2147483647.0;
constexpr Range size{.low = 1, .high = largest_size};
constexpr Range count{.low = 1};
constexpr Range positive{.low = 0, .low_open = true};
constexpr Range not_negative{.low = 0};
constexpr Range below_one{.low = 0, .high = 1, .high_open = true};
constexpr Range up_to_one{.low = 0, .high = 1};

constexpr std::array table{
    Key{.path = "scenario", .kind = Kind::text},
    Key{.path = "about", .kind = Kind::text},

    Key{.path = "model.config", .kind = Kind::text},
    Key{.path = "model.architecture",
        .kind = Kind::word,
        .fallback = "gpt2",
        .words = "gpt2 llama gpt_neox"},
    Key{.path = "model.num_layers", .kind = Kind::integer, .range = size, .required = true},
    Key{.path = "model.hidden_size", .kind = Kind::integer, .range = size, .required = true},
    Key{.path = "model.num_attention_heads",
        .kind = Kind::integer,
        .range = size,
        .required = true},
    Key{.path = "model.num_key_value_heads", .kind = Kind::integer, .range = size},
    Key{.path = "model.head_dim", .kind = Kind::integer, .range = size},
    Key{.path = "model.ffn_hidden_size", .kind = Kind::integer, .range = size},
    Key{.path = "model.vocab_size", .kind = Kind::integer, .range = size, .required = true},
    Key{.path = "model.make_vocab_size_divisible_by",
        .kind = Kind::integer,
        .fallback = "1",
        .range = size},
    Key{.path = "model.seq_length", .kind = Kind::integer, .range = size, .required = true},
    Key{.path = "model.max_position_embeddings", .kind = Kind::integer, .range = size},
    Key{.path = "model.tie_word_embeddings", .kind = Kind::boolean},
    Key{.path = "model.attention_dropout", .kind = Kind::real, .fallback = "0", .range = below_one},
    Key{.path = "model.hidden_dropout", .kind = Kind::real, .fallback = "0", .range = below_one},
    Key{.path = "model.normalization", .kind = Kind::word, .words = "LayerNorm RMSNorm"},
    Key{.path = "model.position_embedding_type",
        .kind = Kind::word,
        .words = "learned_absolute rope none"},
    Key{.path = "model.activation_func", .kind = Kind::word, .words = "gelu_tanh gelu silu"},
    Key{.path = "model.gated_linear_unit", .kind = Kind::boolean},
    Key{.path = "model.add_bias_linear", .kind = Kind::boolean},
    Key{.path = "model.add_qkv_bias", .kind = Kind::boolean},
    Key{.path = "model.qk_layernorm", .kind = Kind::boolean},
    Key{.path = "model.parallel_residual", .kind = Kind::boolean},
    Key{.path = "model.shared_norm", .kind = Kind::boolean},
    Key{.path = "model.rotary_percent", .kind = Kind::real, .range = up_to_one},
    Key{.path = "model.rotary_base", .kind = Kind::real, .range = positive},
    Key{.path = "model.layernorm_epsilon",
        .kind = Kind::real,
        .fallback = "1.0e-5",
        .range = positive},

    Key{.path = "parallel.tensor_model_parallel_size",
        .kind = Kind::integer,
        .fallback = "1",
        .range = size},
    Key{.path = "parallel.pipeline_model_parallel_size",
        .kind = Kind::integer,
        .fallback = "1",
        .range = size},
    Key{.path = "parallel.data_parallel_size",
        .kind = Kind::integer,
        .fallback = "1",
        .range = size},
    Key{.path = "parallel.sequence_parallel", .kind = Kind::boolean, .fallback = "false"},
    Key{.path = "parallel.pipeline_schedule",
        .kind = Kind::word,
        .fallback = "1f1b",
        .words = "gpipe 1f1b interleaved zb-h1",
        .supported = "gpipe 1f1b interleaved"},
    Key{.path = "parallel.virtual_pipeline_model_parallel_size",
        .kind = Kind::integer,
        .fallback = "1",
        .range = size},
    Key{.path = "parallel.num_layers_per_stage", .kind = Kind::integers, .range = size},

    Key{.path = "zero.stage",
        .kind = Kind::integer,
        .fallback = "0",
        .range = {.low = 0, .high = 3}},
    Key{.path = "zero.reduce_scatter", .kind = Kind::boolean, .fallback = "true"},
    Key{.path = "zero.reduce_bucket_size",
        .kind = Kind::integer,
        .fallback = "5.0e8",
        .range = count},
    Key{.path = "zero.allgather_bucket_size",
        .kind = Kind::integer,
        .fallback = "5.0e8",
        .range = count},
    Key{.path = "zero.partition_activations", .kind = Kind::boolean, .fallback = "false"},
    Key{.path = "zero.stage3_max_live_parameters", .kind = Kind::integer, .range = not_negative},
    Key{.path = "zero.stage3_max_reuse_distance", .kind = Kind::integer, .range = not_negative},
    Key{.path = "zero.stage3_prefetch_bucket_size", .kind = Kind::integer, .range = not_negative},
    Key{.path = "zero.stage3_param_persistence_threshold",
        .kind = Kind::integer,
        .range = not_negative},

    Key{.path = "precision",
        .kind = Kind::word,
        .fallback = "fp32",
        .words = "fp32 fp16 bf16 mixed_fp16 mixed_bf16 int8"},
    Key{.path = "gradient_dtype", .kind = Kind::word, .words = "fp32 fp16 bf16"},
    Key{.path = "loss_scale.initial", .kind = Kind::real, .fallback = "65536", .range = positive},
    Key{.path = "loss_scale.window", .kind = Kind::integer, .fallback = "1000", .range = count},
    Key{.path = "loss_scale.hysteresis", .kind = Kind::integer, .fallback = "2", .range = count},
    Key{.path = "loss_scale.min", .kind = Kind::real, .fallback = "1", .range = positive},
    Key{.path = "mode", .kind = Kind::word, .fallback = "training", .words = "training inference"},
    Key{.path = "inference.prompt_length", .kind = Kind::integer, .range = size},
    Key{.path = "inference.new_tokens", .kind = Kind::integer, .range = size},

    Key{.path = "optimizer.type",
        .kind = Kind::word,
        .fallback = "adamw",
        .words = "adamw adamw8bit sgd"},
    Key{.path = "optimizer.lr", .kind = Kind::real, .fallback = "1.0e-3", .range = not_negative},
    Key{.path = "optimizer.betas",
        .kind = Kind::reals,
        .fallback = "[0.9, 0.95]",
        .range = below_one},
    Key{.path = "optimizer.eps", .kind = Kind::real, .fallback = "1.0e-8", .range = positive},
    Key{.path = "optimizer.weight_decay", .kind = Kind::real, .range = not_negative},
    Key{.path = "optimizer.clip_grad", .kind = Kind::real, .range = not_negative},
    Key{.path = "optimizer.momentum", .kind = Kind::real, .fallback = "0.9", .range = below_one},
    Key{.path = "recompute",
        .kind = Kind::word,
        .fallback = "none",
        .words = "none selective full"},

    Key{.path = "training.micro_batch_size",
        .kind = Kind::integer,
        .range = size,
        .required = true},
    Key{.path = "training.global_batch_size",
        .kind = Kind::integer,
        .range = size,
        .required = true},
    Key{.path = "training.steps", .kind = Kind::integer, .range = size},
    Key{.path = "training.seed", .kind = Kind::integer, .fallback = "1234", .range = not_negative},
    Key{.path = "training.data", .kind = Kind::text},
    Key{.path = "training.batches", .kind = Kind::text},
    Key{.path = "training.weights", .kind = Kind::text},
    Key{.path = "training.tokens", .kind = Kind::integer, .range = count},

    Key{.path = "hardware.flops_per_second", .kind = Kind::real, .range = positive},
    Key{.path = "hardware.bandwidth_bytes_per_second.tp", .kind = Kind::real, .range = positive},
    Key{.path = "hardware.bandwidth_bytes_per_second.dp", .kind = Kind::real, .range = positive},
    Key{.path = "hardware.bandwidth_bytes_per_second.pp", .kind = Kind::real, .range = positive},
    Key{.path = "hardware.latency_seconds", .kind = Kind::real, .range = not_negative},
    Key{.path = "hardware.memory_bytes", .kind = Kind::real, .range = positive},
    Key{.path = "hardware.stage_seconds.forward", .kind = Kind::real, .range = not_negative},
    Key{.path = "hardware.stage_seconds.backward", .kind = Kind::real, .range = not_negative},
};

}  // namespace

std::span<const Key> all_keys() {
  return table;
}

}  // namespace scenarios
