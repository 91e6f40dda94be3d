#include "scenarios/import/neox/neox.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/deepspeed/deepspeed_keys.hpp"
#include "scenarios/import/neox/neox_attention.hpp"
#include "scenarios/import/neox/neox_mlp.hpp"
#include "scenarios/import/neox/neox_table.hpp"
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
    ConfigKey{"zero_stage", "zero.stage"},
    ConfigKey{"zero_reduce_scatter", "zero.reduce_scatter"},
    ConfigKey{"zero_reduce_bucket_size", "zero.reduce_bucket_size"},
    ConfigKey{"zero_allgather_bucket_size", "zero.allgather_bucket_size"},
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

std::string lower_word(Imported& imported, Settings& settings, std::string_view key,
                       std::string_view fallback) {
  return text_of(imported, settings, key).value_or(std::string(fallback));
}

void read_norm(Imported& imported, Settings& settings) {
  const std::string norm = lower_word(imported, settings, "norm", "layernorm");
  const bool is_rms = norm == "rmsnorm" || norm == "te_rmsnorm";
  if (!is_rms && norm != "layernorm" && norm != "te_layernorm") {
    imported.lack_shape(settings, "norm",
                        fmt::format("'{}' is missing; supported: layernorm, rmsnorm", norm));
  }
  imported.give("model.normalization", std::string(is_rms ? "RMSNorm" : "LayerNorm"), settings,
                "norm");
  translate(
      imported, settings,
      ConfigKey{is_rms ? "rms_norm_epsilon" : "layernorm_epsilon", "model.layernorm_epsilon"});
  imported.fill("model.layernorm_epsilon", is_rms ? "1e-8" : "1e-5");
  settings.use(is_rms ? "layernorm_epsilon" : "rms_norm_epsilon", "nothing of another norm");
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
    imported.lack_shape(settings, "pos_emb",
                        "relative positions, which have parameters of their own, are missing");
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
  const std::string key = "pipe_partition_method";
  const std::string method = lower_word(imported, settings, key, "type:transformer|mlp");
  if (stages < 2 || method.starts_with("type:transformer")) return;
  imported.lack(settings, key,
                fmt::format("stages by '{}' are missing; supported: type:transformer|mlp, which "
                            "gives all as many layers",
                            method),
                "parallel.num_layers_per_stage");
}

void read_recompute(Imported& imported, Settings& settings) {
  const bool full = boolean_of(imported, settings, "checkpoint_activations").value_or(false);
  imported.give("recompute", std::string(full ? "full" : "none"), settings,
                "checkpoint_activations");
  const auto interval = integer_of(imported, settings, "checkpoint_num_layers").value_or(1);
  if (full && interval != 1) {
    imported.lack(settings, "checkpoint_num_layers",
                  fmt::format("is {}: checkpoints of several layers are missing; supported: 1, "
                              "the input of every layer",
                              interval),
                  "recompute");
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

void read_neox_types(Imported& imported, Settings& settings) {
  read_types(imported, settings);
  const auto word = text_of(imported, settings, "precision");
  if (word) {
    const std::string meaning = *word == "fp16"       ? "mixed_fp16"
                                : *word == "bfloat16" ? "mixed_bf16"
                                                      : "fp32";
    imported.give("precision", meaning, settings, "precision");
  }
}

// How many ranks there are is stated whole, or as nodes of so many each.
void read_ranks(Imported& imported, Settings& settings) {
  for (const char* key : {"world_size", "global_num_gpus"}) {
    if (auto ranks = stated(imported, settings, key)) imported.batch.ranks = ranks;
  }
  const auto nodes = integer_of(imported, settings, "num_nodes").value_or(-1);  // -1: all there are
  const auto each = integer_of(imported, settings, "num_gpus").value_or(0);
  const bool is_whole = nodes > 0 && each > 0 && nodes < 1 << 15 && each < 1 << 15;
  if (!is_whole || imported.batch.ranks) return;
  settings.use("num_nodes", "the batch and the ranks");
  imported.batch.ranks = Stated{nodes * each, settings.place_of("num_gpus"), "num_gpus"};
}

void read_run(Imported& imported, Settings& settings) {
  read_ranks(imported, settings);
  if (auto steps = stated(imported, settings, "train_iters")) imported.batch.steps = steps;
  const auto micro = stated(imported, settings, "batch_size");  // its older name
  if (micro && !imported.batch.micro) imported.batch.micro = micro;
  const std::string key = "optimizer_type";  // derived from `optimizer`, where that is given
  const std::string type = lower_word(imported, settings, key, "adam");
  if (settings.states("optimizer.type") || type == "adam" || type == "cpu_adam") return;
  if (type == "sgd") {
    imported.give("optimizer.type", type, settings, key);
  } else {
    imported.lack(settings, key,
                  fmt::format("'{}' is missing; supported: adam, cpu_adam, sgd", type),
                  "optimizer.type");
  }
}

}  // namespace

void read_neox(Imported& imported, Settings& settings) {
  imported.sources.push_back(fmt::format("{}: GPT-NeoX config", settings.file()));
  examine(imported, settings, neox_table());
  translate(imported, settings, rows);
  read_norm(imported, settings);
  read_positions(imported, settings);
  read_neox_mlp(imported, settings);
  read_table(imported, settings);
  read_stages(imported, settings);
  read_recompute(imported, settings);
  read_neox_attention(imported, settings);
  read_zero(imported, settings);
  read_neox_types(imported, settings);
  read_checkpointing(settings);
  // bitsandbytes keeps the states of Adam in 8 bits.
  read_optimizer(imported, settings,
                 boolean_of(imported, settings, "use_bnb_optimizer").value_or(false));
  read_batch(imported, settings);
  read_run(imported, settings);
  for (const auto& [path, value] : defaults) imported.fill(path, value);
  account(imported, settings, neox_table());
}

}  // namespace scenarios
