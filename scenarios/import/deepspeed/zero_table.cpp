#include "scenarios/import/deepspeed/zero_table.hpp"

// Names: DeepSpeed's runtime/zero/config.py and offload_config.py, releases of 2021 to 2025.

namespace scenarios {

namespace {

using enum Fate;

constexpr std::string_view zero_plus_plus =
    "quantized or secondary shards (ZeRO++) are missing; supported: the whole 16-bit shards of "
    "stages 0 to 3";
constexpr std::string_view host_memory =
    "states in the memory of the host or on disk (offload) are missing; supported: none";
constexpr std::string_view other_allgather =
    "weights that are broadcast, not gathered, are missing; supported: all-gather";

}  // namespace

std::vector<KeyRow> zero_rows() {
  return {
      {.keys = "zero_optimization",
       .forms = form::mapping,
       .by = "read_zero",
       .example = "{\"stage\": 3}"},
      {.keys = "zero_optimization.stage", .forms = form::integer, .by = "read_zero"},
      {.keys = "zero_optimization.reduce_scatter", .forms = form::boolean, .by = "read_zero"},
      {.keys = "zero_optimization.reduce_bucket_size",
       .forms = form::integer,
       .by = "read_zero",
       .automatic = "h*h, as Hugging Face's Trainer does"},
      {.keys = "zero_optimization.allgather_bucket_size",
       .forms = form::integer,
       .by = "read_zero"},
      {.keys = "zero_optimization.stage3_prefetch_bucket_size "
               "zero_optimization.prefetch_bucket_size",
       .forms = form::integer,
       .by = "read_zero",
       .automatic = "0.9*h*h, as Hugging Face's Trainer does"},
      {.keys = "zero_optimization.stage3_param_persistence_threshold "
               "zero_optimization.param_persistence_threshold",
       .forms = form::integer,
       .by = "read_zero",
       .automatic = "10*h, as Hugging Face's Trainer does"},
      {.keys = "zero_optimization.stage3_max_live_parameters "
               "zero_optimization.max_live_parameters zero_optimization.stage3_max_reuse_distance "
               "zero_optimization.max_reuse_distance",
       .forms = form::integer,
       .by = "read_zero"},
      {.keys = "zero_optimization.overlap_comm", .forms = form::boolean, .by = "read_zero"},
      {.keys = "zero_optimization.cpu_offload zero_optimization.cpu_offload_param",
       .fate = missing,
       .forms = form::boolean,
       .by = host_memory,
       .off = "false"},
      {.keys = "zero_optimization.offload_optimizer zero_optimization.offload_param",
       .forms = form::mapping,
       .by = "their device",
       .example = "{\"device\": \"cpu\"}"},
      {.keys = "zero_optimization.offload_optimizer.device zero_optimization.offload_param.device",
       .fate = missing,
       .forms = form::word,
       .by = host_memory,
       .words = "none cpu nvme",
       .off = "none"},
      {.keys = "zero_optimization.zero_hpz_partition_size",
       .fate = missing,
       .forms = form::integer,
       .by = "a second 16-bit shard within a group of ranks (hpZ) is missing; supported: 1",
       .off = "1"},
      {.keys = "zero_optimization.zero_quantized_weights "
               "zero_optimization.zero_quantized_nontrainable_weights "
               "zero_optimization.zero_quantized_gradients",
       .fate = missing,
       .forms = form::boolean,
       .by = zero_plus_plus,
       .off = "false"},
      {.keys = "zero_optimization.zeropp_loco_param",
       .fate = missing,
       .forms = form::mapping,
       .by = zero_plus_plus},
      {.keys = "zero_optimization.mics_shard_size",
       .fate = missing,
       .forms = form::integer,
       .by = "shards over a part of the data-parallel ranks (MiCS) are missing; supported: -1",
       .off = "-1"},
      {.keys = "zero_optimization.mics_hierarchical_params_gather",
       .fate = missing,
       .forms = form::boolean,
       .by = "gathers in two steps (MiCS) are missing; supported: false",
       .off = "false"},
      {.keys = "zero_optimization.allgather_partitions",
       .fate = missing,
       .forms = form::boolean,
       .by = other_allgather,
       .off = "true"},
      {.keys = "disable_allgather",
       .fate = missing,
       .forms = form::boolean,
       .by = other_allgather,
       .off = "false"},
      {.keys = "zero_optimization.use_all_reduce_for_fetch_params",
       .fate = missing,
       .forms = form::boolean,
       .by = "gathers by all-reduce are missing; supported: false",
       .off = "false"},
      {.keys = "zero_optimization.use_multi_rank_bucket_allreduce",
       .fate = missing,
       .forms = form::boolean,
       .by = "reductions to one rank after the other are missing; supported: true",
       .off = "true"},
      {.keys = "zero_optimization.legacy_stage1",
       .fate = missing,
       .forms = form::boolean,
       .by = "the sub-partitions of the first stage 1 are missing; supported: false",
       .off = "false"},
      {.keys = "zero_optimization.stage3_module_granularity_threshold "
               "zero_optimization.module_granularity_threshold",
       .fate = missing,
       .forms = form::integer,
       .by = "gathers of several modules at once are missing; supported: 0",
       .off = "0"},
      {.keys = "zero_optimization.stage3_model_persistence_threshold "
               "zero_optimization.model_persistence_threshold",
       .fate = missing,
       .forms = form::integer,
       .by = "a bound for all persistent parameters is missing; supported: 9223372036854775807",
       .off = "9223372036854775807"},
      {.keys = "zero_optimization.zenflow",
       .fate = missing,
       .forms = form::mapping,
       .by = host_memory},
  };
}

const std::string_view zero_irrelevant =
    "zero_optimization.contiguous_gradients zero_optimization.round_robin_gradients "
    "zero_optimization.sub_group_size zero_optimization.load_from_fp32_weights "
    "zero_optimization.stage3_gather_16bit_weights_on_model_save "
    "zero_optimization.stage3_gather_fp16_weights_on_model_save "
    "zero_optimization.gather_16bit_weights_on_model_save "
    "zero_optimization.elastic_checkpoint zero_optimization.ignore_unused_parameters "
    "zero_optimization.cpu_offload_use_pin_memory "
    "zero_optimization.memory_efficient_linear "
    "zero_optimization.pipeline_loading_checkpoint "
    "zero_optimization.override_module_apply "
    "zero_optimization.log_trace_cache_warnings zero_optimization.enable_sanity_checks "
    "zero_optimization.offload_optimizer.nvme_path "
    "zero_optimization.offload_optimizer.buffer_count "
    "zero_optimization.offload_optimizer.buffer_size "
    "zero_optimization.offload_optimizer.pin_memory "
    "zero_optimization.offload_optimizer.pipeline "
    "zero_optimization.offload_optimizer.pipeline_read "
    "zero_optimization.offload_optimizer.pipeline_write "
    "zero_optimization.offload_optimizer.fast_init "
    "zero_optimization.offload_optimizer.ratio "
    "zero_optimization.offload_optimizer.super_offload "
    "zero_optimization.offload_param.nvme_path "
    "zero_optimization.offload_param.buffer_count "
    "zero_optimization.offload_param.buffer_size "
    "zero_optimization.offload_param.max_in_cpu "
    "zero_optimization.offload_param.pin_memory";

}  // namespace scenarios
