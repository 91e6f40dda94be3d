#include "scenarios/import/neox/neox.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/deepspeed/deepspeed_keys.hpp"
#include "scenarios/import/neox/neox_mlp.hpp"
#include "scenarios/import/setting_values.hpp"
#include "scenarios/import/vocabulary.hpp"

namespace scenarios {

namespace {

constexpr std::array rows{
    ConfigKey{"num_layers", "model.num_layers"},
    ConfigKey{"hidden_size", "model.hidden_size"},
    ConfigKey{"num_attention_heads", "model.num_attention_heads"},
    ConfigKey{"num_kv_heads", "model.num_key_value_heads"},
    ConfigKey{"seq_length", "model.seq_length"},
    ConfigKey{"max_position_embeddings", "model.max_position_embeddings"},
    ConfigKey{"make_vocab_size_divisible_by", "model.make_vocab_size_divisible_by"},
    ConfigKey{"padded_vocab_size", "model.vocab_size"},
    ConfigKey{"rotary_pct", "model.rotary_percent"},
    ConfigKey{"rotary_emb_base", "model.rotary_base"},
    ConfigKey{"gpt_j_residual", "model.parallel_residual"},
    ConfigKey{"gpt_j_tied", "model.shared_norm"},
    ConfigKey{"hidden_dropout", "model.hidden_dropout"},
    ConfigKey{"attention_dropout", "model.attention_dropout"},
    ConfigKey{"model_parallel_size", "parallel.tensor_model_parallel_size"},
    ConfigKey{"sequence_parallel", "parallel.sequence_parallel"},
    ConfigKey{"weight_decay", "optimizer.weight_decay"},
    ConfigKey{"seed", "training.seed"},
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> defaults = {{
    {"model.make_vocab_size_divisible_by", "128"},
    {"model.parallel_residual", "false"},
    {"model.shared_norm", "false"},
    {"model.rotary_percent", "1"},
    {"model.hidden_dropout", "0"},
    {"model.attention_dropout", "0"},
    {"parallel.tensor_model_parallel_size", "1"},
    {"optimizer.lr", "1e-3"},
    {"optimizer.betas", "[0.9, 0.999]"},
    {"optimizer.eps", "1e-8"},
    {"optimizer.weight_decay", "0.1"},
    {"optimizer.clip_grad", "1"},
    {"training.seed", "1234"},
    {"precision", "fp32"},
}};

constexpr const char* irrelevant =
    "attention_config sparsity_config output_layer_parallelism init_method init_method_std "
    "output_layer_init_method scaled_upper_triang_masked_softmax_fusion "
    "scaled_masked_softmax_fusion rope_fusion layernorm_fusion rmsnorm_fusion min_lr data_impl "
    "num_workers split synchronize_each_layer contiguous_checkpointing checkpoint_in_cpu "
    "lr_decay_iters distributed_backend lr_decay_style warmup checkpoint_factor extra_save_iters "
    "checkpoint_scale eval_interval eval_iters log_interval steps_per_print "
    "keep_last_n_checkpoints "
    "wall_clock_breakdown hostfile data_path train_data_paths valid_data_paths test_data_paths "
    "train_data_weights valid_data_weights test_data_weights vocab_file merge_file save load "
    "checkpoint_validation_with_forward_pass tensorboard_dir log_dir use_wandb wandb_group "
    "wandb_team log_grad_norm log_param_norm log_gradient_noise_scale override_lr_scheduler "
    "launcher deepspeed_slurm finetune weight_by_num_documents weighted_sampler_alpha "
    "deepspeed_mpi include exclude master_port attention_softmax_in_fp32 text_gen_type "
    "maximum_tokens temperature top_p top_k rotary_ndims softmax_in_fp32";

std::string lower_word(Imported& imported, Settings& settings, std::string_view key,
                       std::string_view fallback) {
  return text_of(imported, settings, key).value_or(std::string(fallback));
}

void read_norm(Imported& imported, Settings& settings) {
  const std::string norm = lower_word(imported, settings, "norm", "layernorm");
  const bool is_rms = norm == "rmsnorm";
  if (!is_rms && norm != "layernorm") {
    imported.obstacle(settings, "norm",
                      fmt::format("'{}' is not supported; supported: layernorm, rmsnorm", norm));
  }
  imported.give("model.normalization", std::string(is_rms ? "RMSNorm" : "LayerNorm"), settings,
                "norm");
  translate(
      imported, settings,
      ConfigKey{is_rms ? "rms_norm_epsilon" : "layernorm_epsilon", "model.layernorm_epsilon"});
  imported.fill("model.layernorm_epsilon", is_rms ? "1e-8" : "1e-5");
  const bool has_bias = boolean_of(imported, settings, "use_bias_in_norms").value_or(true);
  if (is_rms || has_bias) return;
  imported.difference(
      settings, "use_bias_in_norms", "norms without bias, where the block has one",
      [](const DenseShape& of) { return -of.hidden * (1 + of.layers * (of.shared_norm ? 1 : 2)); });
}

void read_positions(Imported& imported, Settings& settings) {
  const std::string kind = lower_word(imported, settings, "pos_emb", "learned");
  const std::string word = kind == "learned"  ? "learned_absolute"
                           : kind == "rotary" ? "rope"
                                              : "none";
  imported.give("model.position_embedding_type", word, settings, "pos_emb");
  if (kind == "rpe") {
    imported.obstacle(settings, "pos_emb", "relative positions have parameters of their own");
  } else if (kind == "alibi" || kind == "sinusoidal") {
    imported.approximate(
        settings, "pos_emb",
        fmt::format("{} positions are not computed: none, with the same sizes", kind));
  }
}

// Where tying is off by default here and on there, the key that turns it off must be looked at.
void read_table(Imported& imported, Settings& settings) {
  const bool untied = boolean_of(imported, settings, "no_weight_tying").value_or(false);
  imported.give("model.tie_word_embeddings", !untied, settings, "no_weight_tying");
  const auto norm = imported.draft.get<sim::Normalization>("model.normalization");
  const bool is_llama = norm == sim::Normalization::rms_norm &&
                        imported.draft.get<bool>("model.gated_linear_unit") == true;
  imported.fill("model.architecture", is_llama ? "llama" : "gpt_neox");
  vocabulary_of_tokenizer(imported, settings, is_llama);
}

// 0 stages and 1 are the same model; NeoX takes other code for 0.
void read_stages(Imported& imported, Settings& settings) {
  const auto stages = integer_of(imported, settings, "pipe_parallel_size").value_or(0);
  imported.give("parallel.pipeline_model_parallel_size", std::max<std::int64_t>(stages, 1),
                settings, "pipe_parallel_size");
}

void read_recompute(Imported& imported, Settings& settings) {
  const bool full = boolean_of(imported, settings, "checkpoint_activations").value_or(false);
  imported.give("recompute", std::string(full ? "full" : "none"), settings,
                "checkpoint_activations");
  const auto interval = integer_of(imported, settings, "checkpoint_num_layers").value_or(1);
  if (full && interval != 1) {
    imported.approximate(settings, "checkpoint_num_layers",
                         fmt::format("a checkpoint every {} layers; recompute: full keeps the "
                                     "input of every layer",
                                     interval));
  }
  const std::string key = "partition_activations";
  const bool is_split = boolean_of(imported, settings, key).value_or(false);
  if (!is_split) return;
  if (full && imported.draft.integer("parallel.tensor_model_parallel_size").value_or(1) > 1) {
    imported.give("zero.partition_activations", true, settings, key);
  } else {
    settings.use(key, "nothing: no checkpoints, or one tensor rank");
  }
}

// Local and sparse attention have other FLOPs; gMLP and Mamba are no attention at all.
void read_attention(Imported& imported, Settings& settings) {
  settings.use("sparsity_config");
  const std::string text = settings.value_or_null("attention_config").dump();
  const auto holds = [&text](std::string_view word) {
    return text.find(fmt::format("\"{}\"", word)) != std::string::npos;
  };
  for (const char* word : {"gmlp", "amlp", "mamba", "rwkv"}) {
    if (!holds(word)) continue;
    imported.obstacle(settings, "attention_config",
                      fmt::format("a layer of kind '{}' is not supported", word));
  }
  for (const char* word : {"local", "sparse_fixed", "sparse_variable", "bigbird", "bslongformer"}) {
    if (!holds(word)) continue;
    imported.approximate(settings, "attention_config",
                         fmt::format("'{}' attention is not computed: attention is counted in "
                                     "full",
                                     word));
  }
  if (const auto window = integer_of(imported, settings, "sliding_window_width")) {
    imported.approximate(settings, "sliding_window_width",
                         fmt::format("attention within {} positions is not computed: it is counted "
                                     "in full",
                                     *window));
  }
  if (boolean_of(imported, settings, "use_qk_layernorm").value_or(false)) {
    imported.obstacle(settings, "use_qk_layernorm",
                      "GPT-NeoX norms all heads with one gain; a scenario has one a head channel");
  }
}

void read_neox_types(Imported& imported, Settings& settings) {
  read_types(imported, settings);
  const auto word = text_of(imported, settings, "precision");
  if (word) {
    const std::string meaning = *word == "fp16"       ? "mixed_fp16"
                                : *word == "bfloat16" ? "mixed_bf16"
                                                      : "fp32";
    imported.give("precision", meaning, settings, "precision");
  }
  if (boolean_of(imported, settings, "fp32_allreduce").value_or(false)) {
    imported.approximate(settings, "fp32_allreduce",
                         "gradients would be reduced in fp32; here they travel in their own type");
  }
}

}  // namespace

void read_neox(Imported& imported, Settings& settings) {
  imported.sources.push_back(fmt::format("{}: GPT-NeoX config", settings.file()));
  translate(imported, settings, rows);
  read_norm(imported, settings);
  read_positions(imported, settings);
  read_neox_mlp(imported, settings);
  read_table(imported, settings);
  read_stages(imported, settings);
  read_recompute(imported, settings);
  read_attention(imported, settings);
  read_zero(imported, settings);
  read_neox_types(imported, settings);
  // bitsandbytes keeps the states of Adam in 8 bits.
  read_optimizer(imported, settings,
                 boolean_of(imported, settings, "use_bnb_optimizer").value_or(false));
  read_batch(imported, settings);
  if (auto ranks = stated(imported, settings, "global_num_gpus")) imported.batch.ranks = ranks;
  if (auto steps = stated(imported, settings, "train_iters")) imported.batch.steps = steps;
  for (const auto& [path, value] : defaults) imported.fill(path, value);
  imported.account(settings, std::string(irrelevant) + " " + deepspeed_irrelevant);
}

}  // namespace scenarios
