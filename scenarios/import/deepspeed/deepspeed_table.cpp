#include "scenarios/import/deepspeed/deepspeed_table.hpp"

#include "scenarios/import/deepspeed/zero_table.hpp"

// Names: DeepSpeed's configuration classes (runtime/config.py, runtime/constants.py, runtime/zero/
// config.py, runtime/zero/offload_config.py, runtime/tensor_parallel/config.py), releases of 2021
// to 2025. "auto": Hugging Face's Trainer (integrations/deepspeed.py).

namespace scenarios {

namespace {

using enum Fate;

std::vector<KeyRow> other_rows() {
  return {
      {.keys = "train_batch_size train_micro_batch_size_per_gpu",
       .forms = form::integer,
       .by = "read_batch",
       .automatic = "8 sequences a rank, which Hugging Face's Trainer takes"},
      {.keys = "gradient_accumulation_steps",
       .forms = form::integer,
       .by = "read_batch",
       .automatic = "1, which Hugging Face's Trainer takes"},
      {.keys = "gradient_clipping",
       .forms = form::number,
       .by = "read_optimizer",
       .automatic = "1, which Hugging Face's Trainer takes"},

      {.keys = "fp16 bf16 bfloat16",
       .forms = form::mapping,
       .by = "read_types",
       .example = "{\"enabled\": true}"},
      {.keys = "fp16.enabled bf16.enabled bfloat16.enabled",
       .forms = form::boolean,
       .by = "read_types",
       .automatic = "false unless the Trainer is told otherwise"},
      {.keys = "fp16.loss_scale fp16.min_loss_scale", .forms = form::number, .by = "read_types"},
      {.keys = "fp16.initial_scale_power fp16.loss_scale_window fp16.hysteresis",
       .forms = form::integer,
       .by = "read_types"},
      {.keys = "fp16.fp16_master_weights_and_grads bf16.bf16_master_weights_and_grads "
               "bf16.bf16_optimizer_states",
       .fate = missing,
       .forms = form::boolean,
       .by = "16-bit master weights or states are missing; supported: false",
       .off = "false"},
      {.keys = "amp",
       .fate = missing,
       .forms = form::mapping,
       .by = "apex's mixed precision is missing; supported: fp16, bf16",
       .example = "{\"enabled\": true}"},
      {.keys = "data_types", .forms = form::mapping, .by = "grad_accum_dtype"},
      {.keys = "data_types.grad_accum_dtype",
       .forms = form::word,
       .by = "read_types",
       .words = "fp32 fp16 bf16"},
      {.keys = "communication_data_type",
       .fate = limited,
       .forms = form::word,
       .by = "read_types",
       .words = "fp32 fp16 bf16 bfloat16"},
      {.keys = "sparse_gradients",
       .fate = missing,
       .forms = form::boolean,
       .by = "sparse gradients of the word table are missing; supported: false",
       .off = "false"},

      {.keys = "optimizer",
       .forms = form::mapping,
       .by = "read_optimizer",
       .example = "{\"type\": \"AdamW\", \"params\": {\"lr\": 1e-4}}"},
      {.keys = "optimizer.type", .fate = limited, .forms = form::word, .by = "read_optimizer"},
      {.keys = "optimizer.params",
       .forms = form::mapping,
       .by = "read_optimizer",
       .example = "{\"lr\": 1e-4}"},
      {.keys = "optimizer.params.lr optimizer.params.eps optimizer.params.weight_decay",
       .forms = form::number,
       .by = "read_optimizer",
       .automatic = "that of Hugging Face's Trainer"},
      {.keys = "optimizer.params.betas",
       .forms = form::list,
       .by = "read_optimizer",
       .automatic = "that of Hugging Face's Trainer"},
      {.keys = "optimizer.params.momentum optimizer.params.max_grad_norm",
       .forms = form::number,
       .by = "read_optimizer"},
      {.keys = "optimizer.params.amsgrad",
       .fate = missing,
       .forms = form::boolean,
       .by = "a third moment is missing; supported: false",
       .off = "false"},

      {.keys = "activation_checkpointing",
       .forms = form::mapping,
       .by = "read_checkpointing",
       .example = "{\"partition_activations\": true}"},
      {.keys = "activation_checkpointing.partition_activations "
               "activation_checkpointing.cpu_checkpointing",
       .forms = form::boolean,
       .by = "read_checkpointing"},
      {.keys = "activation_checkpointing.number_checkpoints",
       .forms = form::integer,
       .by = "read_checkpointing"},

      {.keys = "sparse_attention",
       .fate = missing,
       .forms = form::mapping,
       .by = "sparse attention is missing; supported: every query with every key",
       .example = "{\"mode\": \"fixed\"}"},
      {.keys = "curriculum_learning data_efficiency",
       .fate = missing,
       .forms = form::mapping,
       .by = "sequences whose length changes are missing",
       .example = "{\"enabled\": true}"},
      {.keys = "progressive_layer_drop",
       .fate = missing,
       .forms = form::mapping,
       .by = "layers that are left out now and then are missing",
       .example = "{\"enabled\": true}"},
      {.keys = "compression_training quantize_training",
       .fate = missing,
       .forms = form::mapping,
       .by = "weights that are pruned or quantized while they are trained are missing"},
      {.keys = "elasticity",
       .fate = missing,
       .forms = form::mapping,
       .by = "a batch that follows the number of ranks is missing; give train_batch_size",
       .example = "{\"enabled\": true}"},
      {.keys = "autotuning",
       .fate = missing,
       .forms = form::mapping,
       .by = "the tuner would change this file's sizes; give those that it found",
       .example = "{\"enabled\": true}"},
  };
}

std::vector<KeyRow> joined(std::vector<KeyRow> rows, const std::vector<KeyRow>& more) {
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

}  // namespace

const std::vector<KeyRow>& deepspeed_rows() {
  static const std::vector<KeyRow> rows = joined(other_rows(), zero_rows());
  return rows;
}

std::string deepspeed_irrelevant() {
  return "steps_per_print wall_clock_breakdown zero_allow_untested_optimizer "
         "zero_force_ds_cpu_optimizer scheduler prescale_gradients "
         "gradient_predivide_factor dump_state memory_breakdown flops_profiler "
         "tensorboard wandb csv_monitor comet comms_logger dataloader_drop_last aio "
         "checkpoint eigenvalue timers graph_harvesting use_node_local_storage "
         "use_data_before_expert_parallelism data_parallel_group global_rank nebula "
         "monitor_config fp16.auto_cast fp16.consecutive_hysteresis "
         "bf16.immediate_grad_update bf16.check_grad_overflow optimizer.legacy_fusion "
         "optimizer.params.adam_w_mode optimizer.params.torch_adam "
         "optimizer.params.bias_correction optimizer.params.fused "
         "optimizer.params.foreach optimizer.params.nesterov optimizer.params.dampening "
         "activation_checkpointing.contiguous_memory_optimization "
         "activation_checkpointing.synchronize_checkpoint_boundary "
         "activation_checkpointing.profile" +
         std::string(" ") + std::string(zero_irrelevant);
}

const KeyTable& deepspeed_table() {
  static const KeyTable table = [] {
    KeyTable made{.rows = deepspeed_rows(),
                  .irrelevant = deepspeed_irrelevant(),
                  .closed = "zero_optimization"};
    made.rows.push_back({.keys = "tensor_parallel",
                         .forms = form::mapping,
                         .by = "read_tensor_parallel",
                         .example = "{\"autotp_size\": 2}"});
    made.rows.push_back({.keys = "tensor_parallel.autotp_size tensor_parallel.tp.tp_size "
                                 "tensor_parallel.tensor_parallel.tp_size",
                         .forms = form::integer,
                         .by = "read_tensor_parallel"});
    made.rows.push_back({.keys = "sequence_parallel_size sequence_parallel.size",
                         .fate = limited,
                         .forms = form::integer,
                         .by = "read_sequence_parallel"});
    made.rows.push_back({.keys = "pipeline",
                         .fate = missing,
                         .forms = form::mapping,
                         .by = "the stages of a PipelineModule are missing",
                         .instead = "parallel.pipeline_model_parallel_size"});
    made.rows.push_back({.keys = "hybrid_engine",
                         .fate = missing,
                         .forms = form::mapping,
                         .by = "an engine that trains and generates in turn is missing",
                         .example = "{\"enabled\": true}"});
    made.irrelevant +=
        " seq_parallel_communication_data_type tensor_parallel.dtype "
        "tensor_parallel.keep_module_on_host tensor_parallel.tp_grain_size compile";
    return made;
  }();
  return table;
}

}  // namespace scenarios
