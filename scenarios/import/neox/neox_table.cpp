#include "scenarios/import/neox/neox_table.hpp"

#include "scenarios/import/deepspeed/deepspeed_table.hpp"

// Names: GPT-NeoX's NeoXArgs (megatron/neox_arguments/neox_args.py, deepspeed_args.py), releases of
// 2021 to 2026.

namespace scenarios {

namespace {

using enum Fate;

constexpr std::string_view irrelevant =
    " output_layer_parallelism init_method init_method_std output_layer_init_method "
    "scaled_upper_triang_masked_softmax_fusion scaled_masked_softmax_fusion rope_fusion "
    "layernorm_fusion rmsnorm_fusion bias_dropout_fusion use_flashattn_swiglu "
    "fused_kernels_build_path apply_query_key_layer_scaling use_cpu_initialization lazy_mpu_init "
    "rotary_save_freqs_buffer gmlp_attn_dim rpe_num_buckets rpe_max_distance scalenorm_epsilon "
    "param_sharing_style mamba_selective_scan_fusion mamba_causal_conv_fusion "
    "mamba_inner_func_fusion mamba_selective_fp32_params mamba_use_bias_in_conv "
    "mamba_use_bias_in_linears dim_att head_size ffn_dim te_fp8_format te_fp8_wgrad "
    "te_fp8_amax_history_len te_fp8_amax_compute_algo te_fp8_margin use_mup coord_check "
    "save_base_shapes base_shapes_file mup_init_scale mup_attn_temp mup_output_temp "
    "mup_embedding_mult mup_rp_embedding_mult mup_width_scale min_lr data_impl pack_impl "
    "dataset_impl mmap_warmup num_workers split synchronize_each_layer contiguous_checkpointing "
    "deepspeed_activation_checkpointing profile_backward lr lr_decay_iters lr_decay_fraction "
    "lr_decay_style warmup warmup_iters distributed_backend checkpoint_factor extra_save_iters "
    "checkpoint_scale eval_interval eval_iters log_interval keep_last_n_checkpoints hostfile "
    "data_path use_shared_fs train_data_paths valid_data_paths test_data_paths "
    "train_label_data_paths valid_label_data_paths test_label_data_paths train_reward_data_paths "
    "valid_reward_data_paths test_reward_data_paths pos_train_data_paths neg_train_data_paths "
    "pos_valid_data_paths neg_valid_data_paths pos_test_data_paths neg_test_data_paths "
    "pos_train_label_data_paths neg_train_label_data_paths pos_valid_label_data_paths "
    "neg_valid_label_data_paths pos_test_label_data_paths neg_test_label_data_paths "
    "train_data_weights valid_data_weights test_data_weights vocab_file merge_file save load "
    "s3_path s3_chunk_size config_files no_save_optim no_save_rng no_load_optim no_load_rng "
    "exit_interval train_epochs allow_chopped checkpoint_validation_with_forward_pass "
    "tensorboard_dir log_dir use_wandb wandb_group wandb_run_name wandb_team wandb_project "
    "wandb_host wandb_init_all_ranks git_hash use_comet comet_workspace comet_project "
    "comet_experiment_name comet_tags comet_others peak_theoretical_tflops log_grad_pct_zeros "
    "log_grad_norm log_param_norm log_optimizer_states log_gradient_noise_scale "
    "gradient_noise_scale_n_batches gradient_noise_scale_cpu_offload memory_profiling "
    "memory_profiling_path profile profile_step_start profile_step_stop override_lr_scheduler "
    "use_checkpoint_lr_scheduler launcher force_multi no_ssh_check comment account "
    "autotuning_run deepspeed deepspeed_slurm deepspeed_mpi deepscale deepscale_config finetune "
    "weight_by_num_documents weighted_sampler_alpha include exclude master_port master_addr "
    "local_rank rank user_script iteration do_train do_valid do_test is_pipe_parallel "
    "adlr_autoresume adlr_autoresume_interval short_seq_prob onnx_safe char_level_ppl "
    "curriculum_seqlen attention_softmax_in_fp32 softmax_in_fp32 text_gen_type "
    "precompute_model_name maximum_tokens temperature top_p top_k return_logits prompt_end "
    "sample_input_file sample_output_file num_samples recompute eval_results_prefix eval_tasks "
    "rotary_ndims dpo_fp32 dpo_reference_free dpo_beta kto_fp32 kto_desirable_weight "
    "kto_undesirable_weight kto_beta z_loss fp32_reinforce kl_impl kl_div_beta "
    "reinforce_leave_one_out zero_contiguous_gradients loss_scale loss_scale_window min_scale "
    "hysteresis dynamic_loss_scale clip_grad serve_model_weights weight_server_port "
    "online_dataserver_ips online_dataserver_ports moe_expert_interval moe_top_k moe_router_type "
    "moe_lbl_in_fp32 moe_jitter_eps moe_loss_coeff moe_token_dropping moe_capacity_factor "
    "expert_interval warmup_tokens tokenizer_path";

std::vector<KeyRow> own_rows() {
  return {
      {.keys = "num_layers hidden_size num_attention_heads num_kv_heads seq_length "
               "max_position_embeddings make_vocab_size_divisible_by padded_vocab_size "
               "rotary_emb_base model_parallel_size seed",
       .forms = form::integer,
       .by = "rows"},
      {.keys = "rotary_pct hidden_dropout attention_dropout weight_decay",
       .forms = form::number,
       .by = "rows"},
      {.keys = "gpt_j_residual gpt_j_tied sequence_parallel", .forms = form::boolean, .by = "rows"},
      {.keys = "norm",
       .fate = limited,
       .forms = form::word,
       .by = "read_norm",
       .words = "layernorm rmsnorm te_layernorm te_rmsnorm scalenorm non_parametric_layernorm"},
      {.keys = "layernorm_epsilon rms_norm_epsilon", .forms = form::number, .by = "read_norm"},
      {.keys = "use_bias_in_norms", .forms = form::boolean, .by = "read_norm"},
      {.keys = "pos_emb",
       .fate = limited,
       .forms = form::word,
       .by = "read_positions",
       .words = "learned rotary sinusoidal rpe alibi none"},
      {.keys = "opt_pos_emb_offset",
       .fate = uncounted,
       .forms = form::integer,
       .by = "rows of positions beside the positions are missing; supported: 0",
       .off = "0"},
      {.keys = "activation",
       .fate = limited,
       .forms = form::word,
       .by = "read_neox_mlp",
       .words = "gelu geglu relu softsign swish mish silu reglu swiglu bilinear glu"},
      {.keys = "bias_gelu_fusion use_bias_in_mlp use_bias_in_attn_linear",
       .forms = form::boolean,
       .by = "read_neox_mlp"},
      {.keys = "intermediate_size mlp_multiple_of", .forms = form::integer, .by = "read_neox_mlp"},
      {.keys = "expansion_factor", .forms = form::number, .by = "read_neox_mlp"},
      {.keys = "no_weight_tying", .forms = form::boolean, .by = "read_table"},
      {.keys = "tokenizer_type", .fate = limited, .forms = form::word, .by = "read_table"},
      {.keys = "pipe_parallel_size", .forms = form::integer, .by = "read_stages"},
      {.keys = "pipe_partition_method", .fate = limited, .forms = form::word, .by = "read_stages"},
      {.keys = "checkpoint_activations partition_activations",
       .forms = form::boolean,
       .by = "read_recompute"},
      {.keys = "checkpoint_num_layers",
       .fate = limited,
       .forms = form::integer,
       .by = "read_recompute"},
      {.keys = "checkpoint_in_cpu",
       .fate = missing,
       .forms = form::boolean,
       .by = "checkpoints in the memory of the host are missing; supported: false",
       .off = "false"},
      {.keys = "attention_config", .fate = limited, .forms = form::list, .by = "read_attention"},
      {.keys = "sparsity_config", .forms = form::mapping, .by = "read_attention"},
      {.keys = "sliding_window_width",
       .fate = limited,
       .forms = form::integer,
       .by = "read_attention"},
      {.keys = "use_qk_layernorm",
       .fate = uncounted,
       .forms = form::boolean,
       .by = "one gain for all heads of query and key is missing; a scenario has one a channel",
       .off = "false"},
      {.keys = "num_unique_layers",
       .fate = uncounted,
       .forms = form::integer,
       .by = "layers that share their parameters are missing"},
      {.keys = "soft_prompt_tuning",
       .fate = uncounted,
       .forms = form::mapping,
       .by = "a prompt of parameters is missing",
       .example = "{\"enabled\": true}"},
      {.keys = "moe_num_experts num_experts",
       .fate = uncounted,
       .forms = form::integer,
       .by = "layers of experts, their router and dispatch are missing; supported: 1",
       .off = "0 1"},
      {.keys = "moe_expert_parallel_size",
       .fate = missing,
       .forms = form::integer,
       .by = "expert parallelism is missing; supported: 1",
       .off = "0 1"},
      {.keys = "moe_use_residual",
       .fate = uncounted,
       .forms = form::boolean,
       .by = "an MLP beside the experts is missing; supported: false",
       .off = "false"},
      {.keys = "te_columnparallel te_rowparallel te_layernorm_mlp te_mha te_fp8_mha",
       .fate = missing,
       .forms = form::boolean,
       .by = "layers of Transformer Engine, which keep other tensors and may compute in fp8, are "
             "missing; supported: false",
       .off = "false"},
      {.keys = "fp16_lm_cross_entropy",
       .fate = missing,
       .forms = form::boolean,
       .by = "16-bit logits in the loss are missing; supported: false",
       .off = "false"},
      {.keys = "fp32_allreduce",
       .fate = missing,
       .forms = form::boolean,
       .by = "gradients that are reduced in fp32 from a 16-bit type are missing; supported: false",
       .off = "false"},
      {.keys = "eod_mask_loss",
       .fate = missing,
       .forms = form::boolean,
       .by = "masked labels are missing; supported: false",
       .off = "false"},
      {.keys = "train_impl",
       .fate = missing,
       .forms = form::word,
       .by = "training from preferences or rewards is missing; supported: normal",
       .words = "normal dpo rm kto reinforce",
       .off = "normal"},
      {.keys = "deepspeed_extra_args",
       .fate = missing,
       .forms = form::mapping,
       .by = "give these keys at the first level of the file"},
      {.keys = "precision",
       .forms = form::word,
       .by = "read_neox_types",
       .words = "fp16 fp32 bfloat16"},
      {.keys = "fp16.fp16", .forms = form::boolean, .by = "read_types"},
      {.keys = "fp16.type", .forms = form::word, .by = "read_types", .words = "bfloat16 fp16"},
      {.keys = "use_bnb_optimizer", .forms = form::boolean, .by = "read_optimizer"},
      {.keys = "optimizer_type",
       .fate = limited,
       .forms = form::word,
       .by = "read_neox",
       .words = "adam onebitadam cpu_adam cpu_torch_adam sm3 madgrad_wd sgd lion"},
      {.keys = "zero_stage zero_reduce_bucket_size zero_allgather_bucket_size",
       .forms = form::integer,
       .by = "rows"},
      {.keys = "zero_reduce_scatter", .forms = form::boolean, .by = "rows"},
      {.keys = "global_num_gpus world_size train_iters batch_size",
       .forms = form::integer,
       .by = "read_neox"},
      {.keys = "num_nodes num_gpus", .forms = form::integer, .by = "read_neox"},
  };
}

}  // namespace

const KeyTable& neox_table() {
  static const KeyTable table = [] {
    KeyTable made{.rows = own_rows(),
                  .irrelevant = deepspeed_irrelevant() + std::string(irrelevant),
                  .closed = "zero_optimization"};
    for (const KeyRow& row : deepspeed_rows()) made.rows.push_back(row);
    return made;
  }();
  return table;
}

}  // namespace scenarios
