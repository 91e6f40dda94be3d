#include "scenarios/import/format_marks.hpp"

#include <array>

namespace scenarios {

namespace {

constexpr std::array summaries{Format::summary};
constexpr std::array configs{Format::hugging_face};
constexpr std::array with_deepspeed{Format::neox, Format::hugging_face};

constexpr std::array formats{
    FormatMarks{.format = Format::hugging_face,
                .name = "hugging-face",
                .title = "a model's config.json",
                .marks = "architectures model_type+hidden_size model_type+n_embd "
                         "model_type+num_hidden_layers model_type+n_layer model_type+num_layers "
                         "model_type+d_model model_type+vocab_size model_type+text_config",
                .inside = summaries},
    FormatMarks{
        .format = Format::deepspeed,
        .name = "deepspeed",
        .title = "ds_config as JSON or YAML",
        .marks = "zero_optimization train_micro_batch_size_per_gpu zero_allow_untested_optimizer "
                 "fp16.enabled bf16.enabled bfloat16.enabled amp.enabled fp16.loss_scale "
                 "fp16.initial_scale_power wall_clock_breakdown steps_per_print "
                 "zero_force_ds_cpu_optimizer train_batch_size+optimizer.params "
                 "activation_checkpointing.partition_activations",
        .shared = "train_batch_size",
        .sections =
            "train_batch_size gradient_accumulation_steps optimizer scheduler fp16 bf16 "
            "bfloat16 amp gradient_clipping prescale_gradients tensor_parallel "
            "sequence_parallel_size data_types activation_checkpointing sparse_attention "
            "communication_data_type gradient_predivide_factor sparse_gradients "
            "dump_state flops_profiler tensorboard wandb csv_monitor comms_logger "
            "elasticity autotuning data_efficiency curriculum_learning compression_training "
            "checkpoint aio pipeline zenflow torch_autocast",
        .inside = with_deepspeed},
    FormatMarks{
        .format = Format::neox,
        .name = "neox",
        .title = "GPT-NeoX YAML",
        .marks =
            "pipe_parallel_size model_parallel_size attention_config sparsity_config pos_emb "
            "no_weight_tying gpt_j_residual gpt_j_tied rotary_pct rotary_emb_base "
            "output_layer_parallelism global_num_gpus train_data_paths test_data_paths "
            "valid_data_paths checkpoint_factor checkpoint_scale extra_save_iters data_impl "
            "vocab_file+merge_file checkpoint_activations checkpoint_num_layers "
            "synchronize_each_layer use_bias_in_mlp use_bias_in_attn_linear use_bnb_optimizer "
            "keep_last_n_checkpoints moe_num_experts scaled_upper_triang_masked_softmax_fusion "
            "checkpoint_validation_with_forward_pass sliding_window_width deepspeed_slurm "
            "num_layers+train_micro_batch_size_per_gpu train_iters+zero_optimization",
        .shared = "num_layers+hidden_size+num_attention_heads num_layers+seq_length",
        .inside = configs},
    FormatMarks{
        .format = Format::megatron,
        .name = "megatron",
        .title = "Megatron-LM arguments, as text, launch script or YAML with MODEL_ARGS",
        .marks = "MODEL_ARGS tensor_model_parallel_size pipeline_model_parallel_size "
                 "use_mcore_models use_distributed_optimizer transformer_impl swiglu kv_channels "
                 "untie_embeddings_and_output_weights disable_bias_linear train_samples "
                 "rampup_batch_size micro_batch_size+global_batch_size num_query_groups "
                 "recompute_granularity recompute_activations use_flash_attn overlap_grad_reduce "
                 "accumulate_allreduce_grads_in_fp32 no_position_embedding "
                 "use_rotary_position_embeddings num_layers+micro_batch_size",
        .shared = "num_layers+hidden_size+num_attention_heads num_layers+seq_length",
        .inside = configs,
        .as_arguments = "num_layers hidden_size seq_length micro_batch_size global_batch_size "
                        "position_embedding_type normalization train_iters context_parallel_size "
                        "num_experts bf16 fp16"},
    FormatMarks{.format = Format::torchtitan,
                .name = "torchtitan",
                .title = "a job as TOML",
                .marks =
                    "model.flavor job.dump_folder job.config_file training.seq_len "
                    "training.local_batch_size parallelism.data_parallel_shard_degree "
                    "parallelism.data_parallel_replicate_degree parallelism.tensor_parallel_degree "
                    "parallelism.pipeline_parallel_degree parallelism.context_parallel_degree "
                    "parallelism.fsdp_reshard_after_forward training.data_parallel_degree "
                    "training.tensor_parallel_degree training.mixed_precision_param "
                    "activation_checkpoint.selective_ac_option optimizer.early_step_in_backward"},
    FormatMarks{.format = Format::nanotron,
                .name = "nanotron",
                .title = "nanotron YAML",
                .marks = "model.model_config parallelism.dp parallelism.tp parallelism.pp "
                         "tokens.sequence_length tokens.micro_batch_size"},
    FormatMarks{.format = Format::accelerate,
                .name = "accelerate",
                .title = "accelerate's YAML",
                .marks = "distributed_type compute_environment main_training_function "
                         "machine_rank+num_machines num_processes+mixed_precision"},
    FormatMarks{.format = Format::picotron,
                .name = "picotron",
                .title = "Picotron JSON",
                .marks = "distributed.tp_size distributed.dp_size"},
    FormatMarks{.format = Format::deepseek_native,
                .name = "deepseek",
                .title = "DeepSeek's own JSON",
                .marks = "dim+n_layers+n_heads",
                .inside = configs},
    FormatMarks{.format = Format::summary,
                .name = "summary",
                .title = "a model in a few lines (hidden_dim, n_head)",
                .marks = "hidden_dim+n_head"},
};

}  // namespace

std::span<const FormatMarks> all_formats() {
  return formats;
}

}  // namespace scenarios
