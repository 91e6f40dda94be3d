#include "scenarios/import/torchtitan/torchtitan_table.hpp"

namespace scenarios {

namespace {

using enum Fate;

std::vector<KeyRow> read_rows() {
  return {
      {.keys = "model.name model.flavor",
       .fate = limited,
       .forms = form::word,
       .by = "read_flavor"},
      {.keys = "training.seq_len training.batch_size training.local_batch_size "
               "training.global_batch_size training.steps training.seed "
               "parallelism.pipeline_parallel_microbatch_size",
       .forms = form::integer,
       .by = "read_batch"},
      {.keys = "training.max_norm optimizer.lr optimizer.eps optimizer.weight_decay "
               "optimizer.beta1 optimizer.beta2",
       .forms = form::number,
       .by = "read_optimizer"},
      {.keys = "optimizer.name", .fate = limited, .forms = form::word, .by = "read_optimizer"},
      {.keys = "parallelism.tensor_parallel_degree parallelism.pipeline_parallel_degree "
               "parallelism.data_parallel_shard_degree training.tensor_parallel_degree "
               "training.sequence_parallel_degree training.pipeline_parallel_degree "
               "experimental.pipeline_parallel_degree training.data_parallel_degree "
               "training.data_parallel_shard_degree",
       .forms = form::integer,
       .by = "read_torchtitan_layout"},
      {.keys = "parallelism.data_parallel_replicate_degree "
               "training.data_parallel_replicate_degree parallelism.context_parallel_degree "
               "experimental.context_parallel_degree parallelism.expert_parallel_degree",
       .fate = limited,
       .forms = form::integer,
       .by = "read_torchtitan_layout"},
      {.keys = "parallelism.fsdp_reshard_after_forward",
       .fate = limited,
       .forms = form::word,
       .by = "read_reshard",
       .words = "default always never"},
      {.keys = "parallelism.pipeline_parallel_schedule",
       .fate = limited,
       .forms = form::word,
       .by = "read_pipeline"},
      {.keys = "training.dtype training.mixed_precision_param training.mixed_precision_reduce",
       .fate = limited,
       .forms = form::word,
       .by = "read_fsdp_types",
       .words = "float32 bfloat16"},
      {.keys = "activation_checkpoint.mode",
       .fate = limited,
       .forms = form::word,
       .by = "read_recompute"},
      {.keys = "activation_checkpoint.selective_ac_option",
       .fate = limited,
       .forms = form::word | form::integer,
       .by = "read_recompute"},
  };
}

std::vector<KeyRow> missing_rows() {
  return {
      {.keys = "optimizer.early_step_in_backward",
       .fate = missing,
       .forms = form::boolean,
       .by = "an optimizer that steps in the backward pass and frees each gradient at once is "
             "missing; supported: false",
       .off = "false"},
      {.keys = "training.enable_cpu_offload",
       .fate = missing,
       .forms = form::boolean,
       .by = "weights, gradients and states in the host's memory are missing; supported: false",
       .off = "false"},
      {.keys = "model.converters",
       .fate = missing,
       .by = "converted linears (float8, quantized) are missing; supported: none",
       .off = "[]"},
      {.keys = "parallelism.disable_loss_parallel training.disable_loss_parallel",
       .fate = missing,
       .forms = form::boolean,
       .by = "logits that are gathered over tensor ranks are missing; supported: false",
       .off = "false"},
      {.keys = "parallelism.pipeline_parallel_split_points "
               "parallelism.pipeline_parallel_layers_per_stage "
               "parallelism.module_fqns_per_model_part "
               "parallelism.pipeline_parallel_schedule_csv "
               "experimental.pipeline_parallel_split_points",
       .fate = missing,
       .by = "stages other than even ones are missing",
       .off = "[]",
       .instead = "parallel.num_layers_per_stage"},
      {.keys = "parallelism.expert_tensor_parallel_degree",
       .fate = missing,
       .forms = form::integer,
       .by = "layers of experts are missing; supported: 1",
       .off = "1"},
  };
}

KeyTable make_table() {
  KeyTable table{
      .rows = read_rows(),
      .irrelevant =
          "job profiling metrics lr_scheduler checkpoint comm fault_tolerance validation "
          "model.tokenizer_path model.hf_assets_path model.tokenizer_name "
          "model.print_after_conversion training.warmup_steps "
          "training.compile training.dataset training.dataset_path training.checkpoint_interval "
          "training.checkpoint_interval_type training.checkpoint_folder training.deterministic "
          "training.gc_freq training.gc_debug training.data_parallel_type compile "
          "memory_estimation parallelism.enable_async_tensor_parallel "
          "parallelism.enable_compiled_autograd optimizer.fused optimizer.foreach "
          "optimizer.implementation experimental.custom_import experimental.custom_args_module "
          "activation_checkpoint.per_op_sac_force_recompute_mm_shapes_by_fqns "
          "activation_checkpoint.early_stop activation_checkpoint.preserve_rng_state "
          "activation_checkpoint.determinism_check activation_checkpoint.debug "
          "float8 quantize debug",
      .closed = "parallelism"};
  const std::vector<KeyRow> missing = missing_rows();
  table.rows.insert(table.rows.end(), missing.begin(), missing.end());
  return table;
}

}  // namespace

const KeyTable& torchtitan_table() {
  static const KeyTable table = make_table();
  return table;
}

}  // namespace scenarios
