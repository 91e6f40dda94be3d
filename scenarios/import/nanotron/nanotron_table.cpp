#include "scenarios/import/nanotron/nanotron_table.hpp"

namespace scenarios {

namespace {

using enum Fate;

KeyTable make_table() {
  return {
      .rows =
          {
              {.keys = "model.model_config.num_hidden_layers model.model_config.hidden_size "
                       "model.model_config.num_attention_heads "
                       "model.model_config.num_key_value_heads "
                       "model.model_config.intermediate_size model.model_config.vocab_size "
                       "model.model_config.max_position_embeddings "
                       "model.make_vocab_size_divisible_by",
               .forms = form::integer,
               .by = "read_nanotron"},
              {.keys = "model.model_config.rms_norm_eps model.model_config.rope_theta",
               .forms = form::number,
               .by = "read_nanotron"},
              {.keys = "model.model_config.tie_word_embeddings "
                       "model.model_config.attention_bias",
               .forms = form::boolean,
               .by = "read_nanotron"},
              {.keys = "model.model_config.hidden_act",
               .fate = limited,
               .forms = form::word,
               .by = "read_nanotron"},
              {.keys = "model.model_config._attn_implementation",
               .fate = missing,
               .forms = form::word,
               .by = "attention without the matrix of scores is missing; supported: eager, sdpa",
               .off = "eager sdpa"},
              {.keys = "model.model_config.is_starcoder2_config model.model_config.is_qwen2_config "
                       "model.model_config.moe_config",
               .fate = uncounted,
               .by = "of nanotron's models Llama's alone is read",
               .off = "false"},
              {.keys = "model.model_config.sliding_window_size model.model_config.no_rope_layer "
                       "model.model_config.z_loss_enabled",
               .fate = missing,
               .by = "a scenario has no such key",
               .off = "false"},
              {.keys = "model.dtype", .fate = limited, .forms = form::word, .by = "read_types"},

              {.keys = "parallelism.dp parallelism.tp parallelism.pp",
               .forms = form::integer,
               .by = "read_nanotron"},
              {.keys = "parallelism.tp_mode",
               .forms = form::word,
               .by = "read_layout",
               .words = "ALL_REDUCE REDUCE_SCATTER all_reduce reduce_scatter"},
              {.keys = "parallelism.pp_engine",
               .forms = form::word,
               .by = "read_layout",
               .words = "1f1b afab"},
              {.keys = "parallelism.recompute_layer", .forms = form::boolean, .by = "read_layout"},
              {.keys = "parallelism.tp_recompute_allgather",
               .forms = form::boolean,
               .by = "read_layout"},
              {.keys = "parallelism.expert_parallel_size parallelism.context_parallel_size",
               .fate = missing,
               .forms = form::integer,
               .by = "ranks of this axis are missing; supported: 1",
               .off = "1"},
              {.keys = "parallelism.moe_layer_recompute",
               .fate = missing,
               .forms = form::boolean,
               .by = "layers of experts are missing; supported: false",
               .off = "false"},

              {.keys = "tokens.sequence_length tokens.micro_batch_size "
                       "tokens.batch_accumulation_per_replica tokens.train_steps general.seed",
               .forms = form::integer,
               .by = "read_nanotron"},
              {.keys = "optimizer.zero_stage", .forms = form::integer, .by = "read_optimizer"},
              {.keys = "optimizer.accumulate_grad_in_fp32",
               .fate = limited,
               .forms = form::boolean,
               .by = "read_types"},
              {.keys = "optimizer.weight_decay optimizer.clip_grad "
                       "optimizer.learning_rate_scheduler.learning_rate "
                       "optimizer.optimizer_factory.adam_eps "
                       "optimizer.optimizer_factory.adam_beta1 "
                       "optimizer.optimizer_factory.adam_beta2",
               .forms = form::number,
               .by = "read_optimizer"},
              {.keys = "optimizer.optimizer_factory.name",
               .fate = limited,
               .forms = form::word,
               .by = "read_optimizer"},
          },
      .irrelevant =
          "checkpoints data_stages general lighteval logging profiler tokenizer s3_upload "
          "metrics_logging model.init_method model.ddp_bucket_cap_mb "
          "model.model_config.bos_token_id model.model_config.eos_token_id "
          "model.model_config.pad_token_id model.model_config.initializer_range "
          "model.model_config.is_llama_config model.model_config.is_qwen2_config "
          "model.model_config.is_starcoder2_config model.model_config.pretraining_tp "
          "model.model_config.rope_scaling model.model_config.rope_interleaved "
          "model.model_config.use_cache model.model_config.z_loss_coefficient "
          "model.model_config.z_loss_enabled optimizer.learning_rate_scheduler "
          "optimizer.optimizer_factory.torch_adam_is_fused "
          "optimizer.weight_decay_exclude_named_params parallelism.tp_linear_async_communication "
          "tokens.val_check_interval tokens.limit_val_batches tokens.limit_test_batches",
      .closed = "parallelism tokens optimizer.optimizer_factory"};
}

}  // namespace

const KeyTable& nanotron_table() {
  static const KeyTable table = make_table();
  return table;
}

}  // namespace scenarios
