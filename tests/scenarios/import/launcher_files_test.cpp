// nanotron's and accelerate's YAML.
#include <string>

#include "tests/scenarios/import/configs.hpp"
#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

const std::string nanotron = R"(checkpoints:
  checkpoint_interval: 10
  checkpoints_path: checkpoints
data_stages:
- data:
    dataset: null
    seed: 42
  name: Stable
  start_training_step: 1
general:
  project: debug
  run: tiny_llama
  seed: 7
model:
  ddp_bucket_cap_mb: 25
  dtype: bfloat16
  init_method:
    std: 0.025
  make_vocab_size_divisible_by: 1
  model_config:
    bos_token_id: 1
    hidden_act: silu
    hidden_size: 64
    intermediate_size: 192
    is_llama_config: true
    max_position_embeddings: 256
    num_attention_heads: 4
    num_hidden_layers: 2
    num_key_value_heads: 2
    rms_norm_eps: 1.0e-05
    rope_scaling: null
    tie_word_embeddings: true
    vocab_size: 256
optimizer:
  accumulate_grad_in_fp32: true
  clip_grad: 1.0
  learning_rate_scheduler:
    learning_rate: 0.0003
    lr_warmup_steps: 2
  optimizer_factory:
    adam_beta1: 0.9
    adam_beta2: 0.98
    adam_eps: 1.0e-08
    name: adamW
    torch_adam_is_fused: true
  weight_decay: 0.01
  zero_stage: 1
parallelism:
  dp: 2
  expert_parallel_size: 1
  pp: 2
  pp_engine: 1f1b
  tp: 2
  tp_linear_async_communication: true
  tp_mode: REDUCE_SCATTER
tokens:
  batch_accumulation_per_replica: 4
  micro_batch_size: 2
  sequence_length: 128
  train_steps: 15
)";

// Case I22. Tied: 256*64 + 2 (2*64*64 + 2*64*32 + 3*64*192 + 2*64) + 64 = 115,008
TEST(Nanotron, IsRead) {
  const ImportResult result = import_texts({{"a.yaml", nanotron}});
  EXPECT_EQ(count_lines(result), std::vector<std::string>{"parameters 115,008"})
      << import_report(result);
  EXPECT_TRUE(result.imported.unknown.empty()) << import_report(result);
  const Scenario scenario = read_back(result);
  EXPECT_EQ(scenario.plan.model.kv_heads, 2);
  EXPECT_EQ(scenario.plan.model.sequence_length, 128);
  EXPECT_EQ(scenario.plan.mesh.dp, 2);
  EXPECT_EQ(scenario.plan.mesh.tp, 2);
  EXPECT_EQ(scenario.plan.mesh.pp, 2);
  EXPECT_EQ(scenario.plan.micro_batch_size, 2);
  EXPECT_EQ(scenario.plan.global_batch_size, 2 * 4 * 2);
  EXPECT_TRUE(value_of<bool>(scenario, "parallel.sequence_parallel"));
  EXPECT_EQ(value_of<std::string>(scenario, "parallel.pipeline_schedule"), "1f1b");
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage"), 1);
  EXPECT_EQ(value_of<std::string>(scenario, "precision"), "mixed_bf16");
  EXPECT_EQ(value_of<std::string>(scenario, "gradient_dtype"), "fp32");
  EXPECT_EQ(value_of<double>(scenario, "optimizer.lr"), 0.0003);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "training.tokens"), 15LL * 16 * 128);
}

TEST(Nanotron, LacksWhatAScenarioCannotSay) {
  const auto missing = [](const char* what, const char* by) {
    return missing_text(import_texts({{"a.yaml", replaced(nanotron, what, by)}}));
  };
  EXPECT_NE(missing("accumulate_grad_in_fp32: true", "accumulate_grad_in_fp32: false")
                .find("all in bf16 are missing"),
            std::string::npos);
  EXPECT_NE(missing("expert_parallel_size: 1", "expert_parallel_size: 2").find("is 2: ranks"),
            std::string::npos);
  EXPECT_NE(missing("    vocab_size: 256",
                    "    vocab_size: 256\n    _attn_implementation: "
                    "flash_attention_2")
                .find("matrix of scores"),
            std::string::npos);
  const ImportResult qwen = import_texts(
      {{"a.yaml", replaced(nanotron, "is_llama_config: true", "is_qwen2_config: true")}});
  EXPECT_TRUE(count_lines(qwen).empty());
  // without a pipeline engine: all forward passes first
  const ImportResult plain =
      import_texts({{"a.yaml", replaced(nanotron, "  pp_engine: 1f1b\n", "")}});
  EXPECT_EQ(value_of<std::string>(read_back(plain), "parallel.pipeline_schedule"), "gpipe");
}

const std::string fsdp = R"(compute_environment: LOCAL_MACHINE
debug: false
distributed_type: FSDP
downcast_bf16: 'no'
enable_cpu_affinity: false
fsdp_config:
  fsdp_activation_checkpointing: true
  fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP
  fsdp_cpu_ram_efficient_loading: true
  fsdp_offload_params: false
  fsdp_reshard_after_forward: true
  fsdp_state_dict_type: FULL_STATE_DICT
  fsdp_transformer_layer_cls_to_wrap: Qwen2DecoderLayer
  fsdp_version: 2
machine_rank: 0
main_training_function: main
mixed_precision: bf16
num_machines: 1
num_processes: 8
rdzv_backend: static
same_network: true
use_cpu: false
)";

ImportResult beside_qwen(const std::string& yaml) {
  return import_texts({{"a.yaml", yaml}, {"config.json", qwen2_5_half_b}},
                      {.overrides = {"model.seq_length=1024"}, .ranks = {}});
}

// Case I23
TEST(Accelerate, ReadsFsdp) {
  const ImportResult result = beside_qwen(fsdp);
  EXPECT_TRUE(says(result.imported.sources, "a.yaml: accelerate's config"));
  EXPECT_EQ(count_lines(result).at(0), "parameters 494,032,768");
  EXPECT_TRUE(result.imported.unknown.empty()) << import_report(result);
  EXPECT_NE(
      missing_text(result).find("a.yaml:17: mixed_precision: is bf16: FSDP keeps fp32 shards"),
      std::string::npos)
      << missing_text(result);
  EXPECT_EQ(result.imported.missing.size(), 1U);
  const Scenario scenario = read_partial(result);
  EXPECT_EQ(scenario.plan.mesh.dp, 8);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage"), 3);
  EXPECT_EQ(value_of<std::string>(scenario, "recompute"), "full");
  // in fp32 nothing is missing
  const ImportResult plain =
      beside_qwen(replaced(fsdp, "mixed_precision: bf16", "mixed_precision: 'no'"));
  EXPECT_EQ(value_of<std::string>(read_back(plain), "precision"), "fp32");
  EXPECT_NE(missing_text(beside_qwen(replaced(fsdp, "fsdp_reshard_after_forward: true",
                                              "fsdp_reshard_after_forward: false")))
                .find("fsdp_reshard_after_forward: is false: gathered weights"),
            std::string::npos);
  EXPECT_NE(missing_text(beside_qwen(replaced(fsdp, "fsdp_offload_params: false",
                                              "fsdp_offload_params: true")))
                .find("host's memory"),
            std::string::npos);
}

TEST(Accelerate, ReadsTheFirstFsdp) {
  const auto with = [](const char* strategy) {
    std::string text = replaced(fsdp, "  fsdp_version: 2\n", "");
    text = replaced(text, "mixed_precision: bf16", "mixed_precision: 'no'");
    return beside_qwen(replaced(text, "fsdp_reshard_after_forward: true",
                                std::string("fsdp_sharding_strategy: ") + strategy));
  };
  for (const char* full : {"FULL_SHARD", "1"}) {
    EXPECT_EQ(value_of<std::int64_t>(read_back(with(full)), "zero.stage"), 3);
  }
  for (const char* none : {"NO_SHARD", "3"}) {
    EXPECT_EQ(value_of<std::int64_t>(read_back(with(none)), "zero.stage"), 0);
  }
  for (const char* other : {"SHARD_GRAD_OP", "HYBRID_SHARD", "2", "4"}) {
    EXPECT_NE(missing_text(with(other)).find("fsdp_sharding_strategy: is "), std::string::npos);
  }
}

TEST(Accelerate, ReadsDeepSpeedsSection) {
  const std::string text =
      "compute_environment: LOCAL_MACHINE\ndeepspeed_config:\n  gradient_accumulation_steps: 4\n"
      "  gradient_clipping: 1.0\n  offload_optimizer_device: none\n  offload_param_device: none\n"
      "  zero3_init_flag: true\n  zero3_save_16bit_model: true\n  zero_stage: 3\n"
      "distributed_type: DEEPSPEED\nmixed_precision: bf16\nnum_machines: 2\nnum_processes: 16\n";
  const ImportResult result = beside_qwen(text);
  EXPECT_TRUE(result.imported.unknown.empty()) << import_report(result);
  const Scenario scenario = read_back(result);
  EXPECT_EQ(scenario.plan.mesh.dp, 16);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage"), 3);
  EXPECT_EQ(value_of<std::string>(scenario, "precision"), "mixed_bf16");
  EXPECT_EQ(scenario.plan.global_batch_size, 16 * 4 * scenario.plan.micro_batch_size);
  const std::string with_file =
      "deepspeed_config:\n  deepspeed_config_file: ds.json\ndistributed_type: DEEPSPEED\n"
      "num_processes: 8\n";
  EXPECT_NE(missing_text(beside_qwen(with_file)).find("is ds.json: give that file beside this one"),
            std::string::npos);
  // the advice works
  const ImportResult both = import_texts({{"a.yaml", with_file},
                                          {"ds.json", R"({"zero_optimization": {"stage": 2}})"},
                                          {"config.json", gpt2_small}});
  EXPECT_EQ(value_of<std::int64_t>(read_back(both), "zero.stage"), 2);
}

TEST(Accelerate, ReadsPlainReplicas) {
  const std::string text = "distributed_type: MULTI_GPU\nmixed_precision: no\nnum_processes: 4\n";
  const Scenario scenario = read_back(beside_qwen(text));
  EXPECT_EQ(scenario.plan.mesh.dp, 4);
  EXPECT_EQ(value_of<std::string>(scenario, "precision"), "fp32");
  EXPECT_NE(missing_text(beside_qwen(replaced(text, "no", "bf16"))).find("autocast"),
            std::string::npos);
  EXPECT_NE(missing_text(beside_qwen(replaced(text, "MULTI_GPU", "MEGATRON_LM")))
                .find("is 'MEGATRON_LM'"),
            std::string::npos);
}

}  // namespace
}  // namespace scenarios::test
