#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "scenarios/import/setting_values.hpp"

namespace scenarios {

/// Arguments of Megatron-LM (megatron/training/arguments.py) that say the same as a scenario key.
inline constexpr std::array megatron_rows{
    ConfigKey{"num_layers", "model.num_layers"},
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
    ConfigKey{"pipeline_model_parallel_size", "parallel.pipeline_model_parallel_size"},
    ConfigKey{"sequence_parallel", "parallel.sequence_parallel"},
    ConfigKey{"lr", "optimizer.lr"},
    ConfigKey{"adam_eps", "optimizer.eps"},
    ConfigKey{"weight_decay", "optimizer.weight_decay"},
    ConfigKey{"clip_grad", "optimizer.clip_grad"},
    ConfigKey{"seed", "training.seed"},
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

/// Arguments that change what a rank holds or sends in a way that a scenario has no key for.
struct MegatronRefusal {
  std::string_view key;
  std::string_view why;
};
inline constexpr std::array megatron_refusals{
    MegatronRefusal{"num_experts", "mixture-of-experts layers are not supported"},
    MegatronRefusal{"multi_latent_attention", "multi-head latent attention is not supported"},
    MegatronRefusal{"context_parallel_size", "context parallelism is not supported; supported: 1"},
    MegatronRefusal{"expert_model_parallel_size", "expert parallelism is not supported"},
    MegatronRefusal{"mtp_num_layers", "multi-token prediction is not supported"},
    MegatronRefusal{"optimizer_cpu_offload", "states in the host's memory are not supported"},
    MegatronRefusal{"use_torch_fsdp2", "PyTorch's FSDP inside Megatron is not supported"},
    MegatronRefusal{"use_megatron_fsdp", "Megatron's FSDP is not supported"},
    MegatronRefusal{"decoder_first_pipeline_num_layers",
                    "give --set parallel.num_layers_per_stage=[...] instead"},
    MegatronRefusal{"decoder_last_pipeline_num_layers",
                    "give --set parallel.num_layers_per_stage=[...] instead"},
    MegatronRefusal{"pipeline_model_parallel_layout",
                    "give --set parallel.num_layers_per_stage=[...] instead"},
};

/// Arguments about kernels, data, logging and schedules of the learning rate.
inline constexpr std::string_view megatron_irrelevant =
    "ENV_VARS TEST_TYPE LAUNCHER METRICS MODEL use_mcore_models transformer_impl attention_backend "
    "init_method_std manual_gc empty_unused_memory_level exit_duration_in_mins exit_interval "
    "cross_entropy_loss_fusion cross_entropy_fusion_impl calculate_per_token_loss "
    "overlap_grad_reduce overlap_param_gather no_rope_fusion use_flash_attn "
    "fp8_amax_history_len fp8_amax_compute_algo fp8_param_gather fp8_margin fp8_interval "
    "lr_decay_samples lr_warmup_samples lr_decay_iters lr_warmup_iters lr_warmup_fraction min_lr "
    "decoupled_lr decoupled_min_lr lr_decay_style train_data_path valid_data_path test_data_path "
    "mock_data data_path data_cache_path split tokenizer_model vocab_file merge_file num_workers "
    "no_mmap_bin_files distributed_timeout_minutes distributed_backend DDP_impl eval_iters "
    "eval_interval save load save_interval save_retain_interval async_save "
    "use_persistent_ckpt_worker ckpt_format dist_ckpt_strictly log_interval log_throughput "
    "log_timers_to_tensorboard log_memory_to_tensorboard log_num_zeros_in_grad log_params_norm "
    "log_validation_ppl_to_tensorboard tensorboard_dir tensorboard_queue_size wandb_project "
    "wandb_entity wandb_exp_name wandb_save_dir timing_log_level bias_gelu_fusion "
    "no_bias_gelu_fusion no_masked_softmax_fusion no_async_tensor_model_parallel_allreduce "
    "no_gradient_accumulation_fusion override_opt_param_scheduler use_checkpoint_args "
    "no_load_optim no_load_rng start_weight_decay end_weight_decay weight_decay_incr_style "
    "rotary_seq_len_interpolation_factor data_parallel_random_init "
    "finetune nvtx_ranges profile profile_step_start profile_step_end exit_on_missing_checkpoint";

}  // namespace scenarios
