#include "scenarios/import/megatron/megatron_table.hpp"

// Names: Megatron-LM's megatron/training/arguments.py, core/model_parallel_config.py,
// core/optimizer and core/distributed, releases of 2021 to 2026, and Megatron-DeepSpeed.

namespace scenarios {

namespace {

using enum Fate;

constexpr std::string_view host_memory =
    "states or activations in the memory of the host are missing; supported: false";
constexpr std::string_view other_sharding =
    "shards of this kind are missing; supported: use_distributed_optimizer";

std::vector<KeyRow> layout_rows() {
  return {
      {.keys = "tensor_model_parallel_size model_parallel_size pipeline_model_parallel_size",
       .forms = form::integer,
       .by = "megatron_rows"},
      {.keys = "sequence_parallel", .forms = form::boolean, .by = "megatron_rows"},
      {.keys = "world_size", .forms = form::integer, .by = "read_megatron"},
      {.keys = "num_layers_per_virtual_pipeline_stage num_virtual_stages_per_pipeline_rank "
               "decoder_first_pipeline_num_layers decoder_last_pipeline_num_layers",
       .forms = form::integer,
       .by = "read_megatron_stages"},
      {.keys = "account_for_embedding_in_pipeline_split account_for_loss_in_pipeline_split",
       .forms = form::boolean,
       .by = "read_megatron_stages"},
      {.keys = "pipeline_model_parallel_layout",
       .fate = limited,
       .forms = form::word,
       .by = "read_megatron_stages"},
      {.keys = "standalone_embedding_stage",
       .fate = missing,
       .forms = form::boolean,
       .by = "a stage without layers is missing; supported: false",
       .off = "false"},
      {.keys = "microbatch_group_size_per_virtual_pipeline_stage",
       .fate = missing,
       .forms = form::integer,
       .by = "groups of other than pipeline_model_parallel_size micro-batches are missing"},
      {.keys = "pipeline_model_parallel_split_rank encoder_tensor_model_parallel_size "
               "encoder_pipeline_model_parallel_size",
       .fate = missing,
       .forms = form::integer,
       .by = "ranks of an encoder are missing",
       .off = "0"},
      {.keys = "context_parallel_size ds_sequence_parallel_size",
       .fate = limited,
       .forms = form::integer,
       .by = "read_megatron_axes"},
      {.keys = "hierarchical_context_parallel_sizes cp_comm_type hybrid_context_parallel",
       .fate = beside,
       .by = "context_parallel_size"},
      {.keys = "expert_model_parallel_size",
       .fate = missing,
       .forms = form::integer,
       .by = "expert parallelism is missing; supported: 1",
       .off = "1"},
      {.keys = "use_tp_pp_dp_mapping",
       .fate = missing,
       .forms = form::boolean,
       .by = "another order of ranks than tensor, data, pipeline is missing; supported: false",
       .off = "false"},
      {.keys = "tp_comm_overlap",
       .fate = missing,
       .forms = form::boolean,
       .by = "collectives cut into steps beside the products are missing; supported: false",
       .off = "false"},
      {.keys = "delay_wgrad_compute defer_embedding_wgrad_compute variable_seq_lengths",
       .fate = missing,
       .forms = form::boolean,
       .by =
           "another order of the step's work or lengths that change are missing; supported: false",
       .off = "false"},
      {.keys = "tensor_parallel_num_weight_shards expert_tensor_parallel_num_weight_shards "
               "gtp_weight_remat_size",
       .fate = missing,
       .forms = form::integer,
       .by = other_sharding,
       .off = "1"},
  };
}

std::vector<KeyRow> state_rows() {
  return {
      {.keys = "use_distributed_optimizer", .forms = form::boolean, .by = "read_megatron"},
      {.keys = "zero_stage", .forms = form::integer, .by = "megatron_rows"},
      {.keys = "ddp_bucket_size", .forms = form::integer, .by = "megatron_rows"},
      {.keys = "ddp_num_buckets",
       .fate = missing,
       .forms = form::integer,
       .by = "a number of buckets is missing; ddp_bucket_size is read"},
      {.keys = "ddp_pad_buckets_for_high_nccl_busbw ddp_reduce_scatter_with_fp32_accumulation "
               "overlap_param_gather_with_optimizer_step",
       .fate = missing,
       .forms = form::boolean,
       .by = "buckets that are padded or reduced in another way are missing; supported: false",
       .off = "false"},
      {.keys = "use_torch_fsdp2 use_megatron_fsdp use_custom_fsdp",
       .fate = missing,
       .forms = form::boolean,
       .by = "fully sharded data parallelism inside Megatron is missing; supported: "
             "use_distributed_optimizer",
       .off = "false"},
      {.keys = "data_parallel_sharding_strategy",
       .fate = missing,
       .forms = form::word,
       .by = other_sharding,
       .off = "no_shard"},
      {.keys = "outer_dp_sharding_strategy megatron_fsdp_main_params_dtype fsdp_double_buffer "
               "megatron_fsdp_main_grads_dtype megatron_fsdp_grad_comm_dtype "
               "torch_fsdp2_no_reshard_after_forward",
       .fate = beside,
       .by = "use_megatron_fsdp"},
      {.keys = "num_distributed_optimizer_instances",
       .fate = missing,
       .forms = form::integer,
       .by = "shards that are replicated (hybrid sharding) are missing; supported: 1",
       .off = "1"},
      {.keys = "use_layer_wise_distributed_optimizer",
       .fate = missing,
       .forms = form::boolean,
       .by = other_sharding,
       .off = "false"},
      {.keys = "main_grads_dtype main_params_dtype exp_avg_dtype exp_avg_sq_dtype",
       .fate = missing,
       .forms = form::word,
       .by = "states of this type are missing; supported: fp32",
       .off = "fp32"},
      {.keys = "use_precision_aware_optimizer",
       .fate = missing,
       .forms = form::boolean,
       .by = "master weights kept as what 16 bits leave are missing; supported: false",
       .off = "false"},
      {.keys = "optimizer_cpu_offload cpu_optimizer cpu_offloading cpu_torch_adam "
               "fine_grained_activation_offloading checkpoint_in_cpu",
       .fate = missing,
       .forms = form::boolean,
       .by = host_memory,
       .off = "false"},
      {.keys = "cpu_offloading_num_layers",
       .fate = missing,
       .forms = form::integer,
       .by = host_memory,
       .off = "0"},
      {.keys = "optimizer_offload_fraction use_torch_optimizer_for_cpu_offload",
       .fate = beside,
       .by = "optimizer_cpu_offload"},
      {.keys = "offload_modules", .fate = beside, .by = "fine_grained_activation_offloading"},
      {.keys = "optimizer", .fate = limited, .forms = form::word, .by = "read_megatron"},
      {.keys = "lr adam_eps adam_beta1 adam_beta2 sgd_momentum weight_decay clip_grad",
       .forms = form::number,
       .by = "read_megatron"},
      {.keys = "freeze_all_layers",
       .fate = missing,
       .forms = form::boolean,
       .by = "parameters that are not trained are missing; supported: false",
       .off = "false"},
  };
}

std::vector<KeyRow> type_rows() {
  return {
      {.keys = "fp16 bf16 grad_reduce_in_bf16 accumulate_allreduce_grads_in_fp32",
       .forms = form::boolean,
       .by = "read_megatron_types"},
      {.keys = "loss_scale initial_loss_scale min_loss_scale loss_scale_window",
       .forms = form::number,
       .by = "read_megatron_types"},
      {.keys = "hysteresis", .forms = form::integer, .by = "read_megatron_types"},
      {.keys = "fp8_format fp8 fp4_format fp4",
       .fate = missing,
       .by = "products in fp8 or fp4, whose inputs are kept in it, are missing; supported: the "
             "16-bit types",
       .off = "false"},
      {.keys = "fp8_param_gather fp8_param fp4_param_gather fp8_recipe fp8_wgrad no_fp8_wgrad "
               "first_last_layers_bf16",
       .fate = beside,
       .by = "fp8_format"},
      {.keys = "fp16_lm_cross_entropy",
       .fate = missing,
       .forms = form::boolean,
       .by = "16-bit logits in the loss are missing; supported: false",
       .off = "false"},
      {.keys = "eod_mask_loss sft",
       .fate = missing,
       .forms = form::boolean,
       .by = "masked labels are missing; supported: false",
       .off = "false"},
      {.keys = "perform_rl_step",
       .fate = missing,
       .forms = form::boolean,
       .by = "training from rewards is missing; supported: false",
       .off = "false"},
  };
}

std::vector<KeyRow> memory_rows() {
  return {
      {.keys = "recompute_granularity",
       .forms = form::word,
       .by = "read_megatron_recompute",
       .words = "full selective"},
      {.keys = "recompute_activations checkpoint_activations distribute_saved_activations "
               "distribute_checkpointed_activations partition_activations",
       .forms = form::boolean,
       .by = "read_megatron_recompute"},
      {.keys = "recompute_method activations_checkpoint_method",
       .fate = limited,
       .forms = form::word,
       .by = "read_megatron_recompute",
       .words = "uniform block"},
      {.keys = "recompute_num_layers activations_checkpoint_num_layers checkpoint_num_layers",
       .fate = limited,
       .forms = form::integer,
       .by = "read_megatron_recompute"},
      {.keys = "recompute_modules",
       .fate = limited,
       .forms = form::word | form::list,
       .by = "read_megatron_recompute"},
      {.keys = "micro_batch_size batch_size global_batch_size train_iters train_samples "
               "train_tokens",
       .forms = form::integer,
       .by = "read_megatron"},
      {.keys = "seed", .forms = form::integer, .by = "megatron_rows"},
      {.keys = "rampup_batch_size", .forms = form::list, .by = "read_megatron"},
      {.keys = "step_batch_size_schedule", .forms = form::word, .by = "read_megatron"},
  };
}

}  // namespace

std::vector<KeyRow> megatron_run_rows() {
  std::vector<KeyRow> rows;
  for (const auto& part : {layout_rows(), state_rows(), type_rows(), memory_rows()}) {
    rows.insert(rows.end(), part.begin(), part.end());
  }
  return rows;
}

}  // namespace scenarios
