#include "scenarios/import/nanotron/nanotron.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/import/arguments.hpp"
#include "scenarios/import/nanotron/nanotron_table.hpp"

namespace scenarios {

namespace {

constexpr std::array rows{
    ConfigKey{"model.model_config.num_hidden_layers", "model.num_layers"},
    ConfigKey{"model.model_config.hidden_size", "model.hidden_size"},
    ConfigKey{"model.model_config.num_attention_heads", "model.num_attention_heads"},
    ConfigKey{"model.model_config.num_key_value_heads", "model.num_key_value_heads"},
    ConfigKey{"model.model_config.intermediate_size", "model.ffn_hidden_size"},
    ConfigKey{"model.model_config.vocab_size", "model.vocab_size"},
    ConfigKey{"model.model_config.max_position_embeddings", "model.max_position_embeddings"},
    ConfigKey{"model.model_config.rms_norm_eps", "model.layernorm_epsilon"},
    ConfigKey{"model.model_config.rope_theta", "model.rotary_base"},
    ConfigKey{"model.model_config.tie_word_embeddings", "model.tie_word_embeddings"},
    ConfigKey{"model.make_vocab_size_divisible_by", "model.make_vocab_size_divisible_by"},
    ConfigKey{"tokens.sequence_length", "model.seq_length"},
    ConfigKey{"parallelism.dp", "parallel.data_parallel_size"},
    ConfigKey{"parallelism.tp", "parallel.tensor_model_parallel_size"},
    ConfigKey{"parallelism.pp", "parallel.pipeline_model_parallel_size"},
    ConfigKey{"general.seed", "training.seed"},
    ConfigKey{"optimizer.zero_stage", "zero.stage"},
    ConfigKey{"optimizer.weight_decay", "optimizer.weight_decay"},
    ConfigKey{"optimizer.clip_grad", "optimizer.clip_grad"},
    ConfigKey{"optimizer.learning_rate_scheduler.learning_rate", "optimizer.lr"},
    ConfigKey{"optimizer.optimizer_factory.adam_eps", "optimizer.eps"},
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> defaults = {{
    {"model.num_layers", "32"},
    {"model.hidden_size", "4096"},
    {"model.num_attention_heads", "32"},
    {"model.ffn_hidden_size", "11008"},
    {"model.vocab_size", "32000"},
    {"model.max_position_embeddings", "2048"},
    {"model.layernorm_epsilon", "1e-6"},
    {"model.tie_word_embeddings", "false"},
    {"optimizer.clip_grad", "0"},
    {"training.seed", "42"},
    {"zero.stage", "0"},
}};

class NanotronReader : public Arguments {
 public:
  using Arguments::Arguments;

  void read() {
    translate(imported, settings, rows);
    read_block();
    read_layout();
    read_types();
    read_optimizer();
    imported.batch.micro = stated(imported, settings, "tokens.micro_batch_size");
    imported.batch.accumulation =
        stated(imported, settings, "tokens.batch_accumulation_per_replica");
    imported.batch.steps = stated(imported, settings, "tokens.train_steps");
    for (const auto& [path, value] : defaults) {
      if (!path.starts_with("model.") || settings.states("model.model_config")) {
        imported.fill(path, value);
      }
    }
  }

 private:
  void read_block() {
    if (!settings.states("model.model_config")) return;
    give("model.architecture", std::string("llama"), "model.model_config");
    const std::string activation = word("model.model_config.hidden_act", "silu");
    if (activation != "silu") {
      imported.lack(
          settings, "model.model_config.hidden_act",
          fmt::format("is '{}': this activation is missing; supported: silu", activation));
    }
    if (flag("model.model_config.attention_bias")) {
      give("model.add_qkv_bias", true, "model.model_config.attention_bias");
      imported.difference(settings, "model.model_config.attention_bias",
                          "a bias of the attention's projection",
                          [](const DenseShape& of) { return of.layers * of.hidden; });
    }
    if (settings.states("model.model_config._attn_implementation")) return;
    approximate("model.model_config",
                "nanotron computes attention with flash attention unless _attn_implementation says "
                "otherwise; here the scores are kept");
  }

  // REDUCE_SCATTER splits the sequence outside attention and MLP, as Megatron-LM's sequence
  // parallelism does.
  void read_layout() {
    const std::string mode = word("parallelism.tp_mode", "ALL_REDUCE");
    const bool is_split = mode == "REDUCE_SCATTER" || mode == "reduce_scatter";
    give("parallel.sequence_parallel", is_split, "parallelism.tp_mode");
    const std::string engine = word("parallelism.pp_engine", "afab");
    give("parallel.pipeline_schedule", std::string(engine == "afab" ? "gpipe" : "1f1b"),
         "parallelism.pp_engine");
    give("recompute", std::string(flag("parallelism.recompute_layer") ? "full" : "none"),
         "parallelism.recompute_layer");
    settings.use("parallelism.tp_recompute_allgather");
    const bool gathers_again =
        boolean_of(imported, settings, "parallelism.tp_recompute_allgather").value_or(true);
    if (gathers_again || !is_split) return;
    imported.lack(settings, "parallelism.tp_recompute_allgather",
                  "is false: keeping gathered inputs of linears is missing; supported: true");
  }

  // 16-bit weights with fp32 gradients and an fp32 copy, or everything in the 16-bit type.
  void read_types() {
    const std::string type = word("model.dtype", "bfloat16");
    const bool has_copy =
        boolean_of(imported, settings, "optimizer.accumulate_grad_in_fp32").value_or(true);
    if (type == "float32") {
      give("precision", std::string("fp32"), "model.dtype");
      settings.use("optimizer.accumulate_grad_in_fp32");
      return;
    }
    if (type != "bfloat16") {
      imported.lack(settings, "model.dtype",
                    fmt::format("is '{}': supported: bfloat16, float32", type));
    }
    give("precision", std::string("mixed_bf16"), "model.dtype");
    give("gradient_dtype", std::string("fp32"), "optimizer.accumulate_grad_in_fp32");
    if (has_copy) return;
    imported.lack(settings, "optimizer.accumulate_grad_in_fp32",
                  "is false: weights, gradients and moments all in bf16 are missing; mixed_bf16 "
                  "with fp32 gradients stands in");
  }

  void read_optimizer() {
    const std::string name = word("optimizer.optimizer_factory.name", "adamW");
    if (name != "adamW" && name != "adamw" && name != "sgd") {
      imported.lack(settings, "optimizer.optimizer_factory.name",
                    fmt::format("is '{}': supported: adamW, sgd", name));
    }
    give("optimizer.type", std::string(name == "sgd" ? "sgd" : "adamw"),
         "optimizer.optimizer_factory.name");
    const auto first = real_of(imported, settings, "optimizer.optimizer_factory.adam_beta1");
    const auto second = real_of(imported, settings, "optimizer.optimizer_factory.adam_beta2");
    if (!first && !second) return;
    settings.use("optimizer.optimizer_factory.adam_beta2", "optimizer.betas");
    give("optimizer.betas", std::vector<double>{first.value_or(0.9), second.value_or(0.95)},
         first ? "optimizer.optimizer_factory.adam_beta1"
               : "optimizer.optimizer_factory.adam_beta2");
  }
};

}  // namespace

void read_nanotron(Imported& imported, Settings& settings) {
  imported.sources.push_back(fmt::format("{}: nanotron config", settings.file()));
  examine(imported, settings, nanotron_table());
  NanotronReader(imported, settings).read();
  account(imported, settings, nanotron_table());
}

}  // namespace scenarios
