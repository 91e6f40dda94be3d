#include "scenarios/import/accelerate/accelerate_table.hpp"

namespace scenarios {

namespace {

using enum Fate;

KeyTable make_table() {
  return {
      .rows =
          {
              {.keys = "num_processes", .forms = form::integer, .by = "read_accelerate"},
              {.keys = "distributed_type", .fate = limited, .forms = form::word, .by = "read_kind"},
              {.keys = "mixed_precision",
               .fate = limited,
               .forms = form::word | form::boolean,
               .by = "read_precision",
               .words = "no fp16 bf16 fp8"},
              {.keys = "deepspeed_config", .forms = form::mapping, .by = "read_deepspeed_section"},
              {.keys = "deepspeed_config.zero_stage deepspeed_config.gradient_accumulation_steps",
               .forms = form::integer | form::word,
               .by = "read_deepspeed_section"},
              {.keys = "deepspeed_config.gradient_clipping",
               .forms = form::number | form::word,
               .by = "read_deepspeed_section"},
              {.keys = "deepspeed_config.offload_optimizer_device "
                       "deepspeed_config.offload_param_device",
               .forms = form::word,
               .by = "read_deepspeed_section",
               .words = "none cpu nvme"},
              {.keys = "deepspeed_config.deepspeed_config_file",
               .fate = limited,
               .forms = form::word,
               .by = "read_deepspeed_section"},

              {.keys = "fsdp_config", .forms = form::mapping, .by = "read_fsdp"},
              {.keys = "fsdp_config.fsdp_version",
               .forms = form::integer | form::word,
               .by = "read_fsdp"},
              {.keys = "fsdp_config.fsdp_sharding_strategy",
               .fate = limited,
               .forms = form::integer | form::word,
               .by = "read_strategy"},
              {.keys = "fsdp_config.fsdp_reshard_after_forward",
               .fate = limited,
               .forms = form::boolean | form::word,
               .by = "read_strategy"},
              {.keys = "fsdp_config.fsdp_activation_checkpointing",
               .forms = form::boolean,
               .by = "read_fsdp"},
              {.keys = "fsdp_config.fsdp_offload_params",
               .fate = missing,
               .forms = form::boolean,
               .by = "weights, gradients and states in the host's memory are missing; supported: "
                     "false",
               .off = "false"},
              {.keys = "fsdp_config.fsdp_auto_wrap_policy",
               .fate = missing,
               .forms = form::word,
               .by = "units other than layers are missing; supported: TRANSFORMER_BASED_WRAP",
               .off = "TRANSFORMER_BASED_WRAP"},
              {.keys =
                   "fsdp_config.fsdp_backward_prefetch fsdp_config.fsdp_backward_prefetch_policy "
                   "fsdp_config.fsdp_forward_prefetch",
               .fate = limited,
               .by = "read_prefetch"},

              {.keys = "megatron_lm_config",
               .fate = missing,
               .forms = form::mapping,
               .by = "accelerate's form of Megatron-LM is missing; Megatron-LM's arguments are "
                     "read"},
              {.keys = "tp_config parallelism_config",
               .fate = missing,
               .forms = form::mapping,
               .by = "accelerate's own axes of ranks are missing"},
              {.keys = "fp8_config",
               .fate = missing,
               .forms = form::mapping,
               .by = "fp8 is missing; supported: no, fp16, bf16"},
          },
      .irrelevant =
          "compute_environment debug downcast_bf16 dynamo_backend dynamo_config "
          "enable_cpu_affinity gpu_ids machine_rank main_process_ip main_process_port "
          "main_training_function num_machines rdzv_backend same_network tpu_env tpu_name tpu_zone "
          "tpu_use_cluster tpu_use_sudo tpu_vm command_file commands use_cpu ipex_config "
          "mpirun_config deepspeed_config.zero3_init_flag deepspeed_config.zero3_save_16bit_model "
          "deepspeed_config.deepspeed_multinode_launcher deepspeed_config.deepspeed_hostfile "
          "deepspeed_config.deepspeed_inclusion_filter deepspeed_config.deepspeed_exclusion_filter "
          "deepspeed_config.offload_optimizer_nvme_path deepspeed_config.offload_param_nvme_path "
          "fsdp_config.fsdp_cpu_ram_efficient_loading fsdp_config.fsdp_state_dict_type "
          "fsdp_config.fsdp_sync_module_states fsdp_config.fsdp_use_orig_params "
          "fsdp_config.fsdp_transformer_layer_cls_to_wrap",
      .closed = "fsdp_config deepspeed_config"};
}

}  // namespace

const KeyTable& accelerate_table() {
  static const KeyTable table = make_table();
  return table;
}

}  // namespace scenarios
