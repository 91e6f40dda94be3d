#include <string>

#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

// T0 of the handed cases.
const std::string t0 = R"({"model_type": "gpt2", "n_layer": 4, "n_embd": 64, "n_head": 4,
  "vocab_size": 128, "n_positions": 32})";

ImportResult with_t0(const std::string& deepspeed, std::optional<std::int64_t> ranks = {}) {
  return import_texts({{"ds.json", deepspeed}, {"config.json", t0}},
                      {.overrides = {}, .ranks = ranks});
}

// Case C11: 256 = micro * accumulation * dp.
TEST(DeepSpeed, HoldsTheBatchIdentity) {
  const std::string two = R"({"train_batch_size": 256, "train_micro_batch_size_per_gpu": 2})";
  const Scenario eight = read_back(with_t0(two, 8));
  EXPECT_EQ(eight.plan.global_batch_size / eight.plan.micro_batch_size / eight.plan.mesh.dp, 16);
  const std::string faults = faults_text(with_t0(two, 7));
  EXPECT_NE(faults.find("256 is not divisible by micro_batch_size 2 * data_parallel_size 7 = 14"),
            std::string::npos)
      << faults;
  const Scenario micro =
      read_back(with_t0(R"({"train_batch_size": 256, "gradient_accumulation_steps": 16})", 8));
  EXPECT_EQ(micro.plan.micro_batch_size, 2);
  const Scenario global = read_back(
      with_t0(R"({"train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 16})", 8));
  EXPECT_EQ(global.plan.global_batch_size, 256);
}

TEST(DeepSpeed, TakesTheReplicasFromAllThreeTerms) {
  const auto all = [](int accumulation) {
    return R"({"train_batch_size": 256, "train_micro_batch_size_per_gpu": 2,
 "gradient_accumulation_steps": )" +
           std::to_string(accumulation) + "}";
  };
  EXPECT_EQ(read_back(with_t0(all(16))).plan.mesh.dp, 8);
  EXPECT_NE(faults_text(with_t0(all(3))).find("256 is no multiple of"), std::string::npos);
  EXPECT_NE(faults_text(with_t0(all(16), 4)).find("ds.json:2: gradient_accumulation_steps"),
            std::string::npos);
}

// Case C13
TEST(DeepSpeed, ReadsTheOldKeyForOffload) {
  const auto with = [](const char* word) {
    return with_t0(std::string(R"({"zero_optimization": {"stage": 2, "cpu_offload": )") + word +
                   "}}");
  };
  EXPECT_NE(missing_text(with("true")).find("memory of the host"), std::string::npos);
  EXPECT_EQ(missing_text(with("false")), "");
  EXPECT_TRUE(says(with("false").imported.used, "cpu_offload -> nothing: it is off"));
}

// What Hugging Face's Trainer fills in: h*h, 0.9*h*h, 10*h, 8 sequences.
TEST(DeepSpeed, FillsInWhatIsAuto) {
  const ImportResult result =
      import_published({"deepspeed/ds_z3.json", "hf/gpt2.json"}, {.overrides = {}, .ranks = 2});
  const Scenario scenario = read_back(result);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.reduce_bucket_size"), 1280 * 1280);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage3_prefetch_bucket_size"), 1'474'560);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage3_param_persistence_threshold"), 12800);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage3_max_live_parameters"), 1'000'000'000);
  EXPECT_EQ(scenario.plan.micro_batch_size, 8);
  EXPECT_EQ(scenario.plan.global_batch_size, 16);
  EXPECT_EQ(value_of<double>(scenario, "optimizer.lr"), 5e-5);
  EXPECT_EQ(value_of<double>(scenario, "optimizer.clip_grad"), 1.0);
}

TEST(DeepSpeed, GivesItsOwnSizesToABareStage3) {
  const Scenario scenario =
      read_back(import_published({"deepspeed/ds_config_fp16_z3.json", "hf/llama_60m.json"}));
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage3_param_persistence_threshold"), 100'000);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage3_prefetch_bucket_size"), 50'000'000);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.reduce_bucket_size"), 500'000'000);
  EXPECT_EQ(scenario.plan.steps, 2);
}

TEST(DeepSpeed, ReadsTypesAndScales) {
  const Scenario scenario = read_back(with_t0(R"({
    // a comment, and a comma too many
    "fp16": {"enabled": true, "initial_scale_power": 11, "loss_scale_window": 500,}, # another
    "gradient_clipping": 0.5, /* and
    another */ "optimizer": {"type": "AdamW", "params": {"betas": [0.8, 0.9], "lr": 1e-4}}
  })"));
  EXPECT_EQ(value_of<std::string>(scenario, "precision"), "mixed_fp16");
  EXPECT_EQ(value_of<double>(scenario, "loss_scale.initial"), 2048.0);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "loss_scale.window"), 500);
  EXPECT_EQ(value_of<double>(scenario, "optimizer.clip_grad"), 0.5);
  EXPECT_EQ(value_of<double>(scenario, "optimizer.weight_decay"), 0.0);
  EXPECT_EQ(value_of<std::vector<double>>(scenario, "optimizer.betas"),
            (std::vector<double>{0.8, 0.9}));
}

// All faults at once, each with its line.
TEST(DeepSpeed, CollectsItsFaults) {
  const std::string faults = faults_text(with_t0(R"({"fp16": {"enabled": true},
"bf16": {"enabled": true},
"zero_optimization": {"stage": 5,
"reduce_bucket_size": 1.5},
"optimizer": {"type": "OneBitAdam"}})"));
  EXPECT_NE(faults.find("ds.json:2: bf16.enabled: fp16 and bf16 are both enabled"),
            std::string::npos);
  EXPECT_NE(faults.find("ds.json:3: zero.stage: zero_optimization.stage: is 5"), std::string::npos);
  EXPECT_NE(faults.find("ds.json:4: zero_optimization.reduce_bucket_size: is 1.5; it takes an "
                        "integer or \"auto\""),
            std::string::npos);
  EXPECT_NE(faults.find("ds.json:5: optimizer.type: 'OneBitAdam'"), std::string::npos) << faults;
}

TEST(DeepSpeed, RefusesAKeyGivenTwice) {
  EXPECT_NE(faults_text(with_t0("{\"train_batch_size\": 4,\n\"train_batch_size\": 8}"))
                .find("ds.json:2: train_batch_size: is given twice"),
            std::string::npos);
}

TEST(DeepSpeed, SplitsOverTensorRanks) {
  const Scenario scenario = read_back(with_t0(
      R"({"train_micro_batch_size_per_gpu": 1, "tensor_parallel": {"autotp_size": 2}})", 8));
  EXPECT_EQ(scenario.plan.mesh.tp, 2);
  EXPECT_EQ(scenario.plan.mesh.dp, 4);
}

// Ranks that share a sequence are no replicas.
TEST(DeepSpeed, TakesSequenceRanksForNoReplicas) {
  const ImportResult result =
      with_t0(R"({"train_micro_batch_size_per_gpu": 1, "sequence_parallel_size": 2})", 8);
  EXPECT_NE(missing_text(result).find("sequence_parallel_size: is 2: ranks that split a sequence"),
            std::string::npos);
  EXPECT_EQ(read_partial(result).plan.mesh.dp, 4);
}

TEST(DeepSpeed, TellsWhatChangesShardsAndMessages) {
  const std::string missing = missing_text(with_t0(R"({"communication_data_type": "fp32",
"bf16": {"enabled": true}, "zero_optimization": {"stage": 3,
"zero_hpz_partition_size": 8,
"zero_quantized_weights": true, "zero_quantized_gradients": false,
"mics_shard_size": 8,
"offload_param": {"device": "nvme", "nvme_path": "/local"}}})"));
  for (const char* line :
       {"ds.json:1: communication_data_type: gradients of bf16 that are reduced in fp32",
        "ds.json:3: zero_optimization.zero_hpz_partition_size: is 8",
        "ds.json:4: zero_optimization.zero_quantized_weights: is true",
        "ds.json:5: zero_optimization.mics_shard_size: is 8",
        "ds.json:6: zero_optimization.offload_param.device: is nvme"}) {
    EXPECT_NE(missing.find(line), std::string::npos) << line << "\n" << missing;
  }
  EXPECT_EQ(missing.find("zero_quantized_gradients"), std::string::npos);
}

TEST(DeepSpeed, RefusesValuesOfAnotherForm) {
  struct Form {
    const char* text;
    const char* says;
  };
  for (const Form& row : {
           Form{R"({"fp16": true})", "fp16: is true; it takes a mapping as {\"enabled\": true}"},
           Form{R"({"zero_optimization": true})", "it takes a mapping as {\"stage\": 3}"},
           Form{R"({"zero_optimization": {"offload_optimizer": true}})",
                "offload_optimizer: is true; it takes a mapping as {\"device\": \"cpu\"}"},
           Form{R"({"zero_optimization": {"offload_optimizer": 3}})", "is 3; it takes a mapping"},
           Form{R"({"zero_optimization": {"offload_param": []}})", "is []; it takes a mapping"},
           Form{R"({"zero_optimization": {"offload_param": "cpu"}})", "is \"cpu\"; it takes"},
           Form{R"({"zero_optimization": {"stage": "auto"}})",
                "stage: is \"auto\"; it takes an integer"},
           Form{R"({"zero_optimization": {"stage": {"a": 1}}})",
                "stage.a: stands below zero_optimization.stage, which takes an integer"},
           Form{R"({"zero_optimization": {"offload_optimizer": {"devise": "cpu"}}})",
                "nearest known: zero_optimization.offload_optimizer.device"},
       }) {
    const ImportResult result = with_t0(row.text);
    EXPECT_NE(faults_text(result).find(row.says), std::string::npos) << row.text << "\n"
                                                                     << faults_text(result);
  }
}

// Nobody fills in what nobody knows.
TEST(DeepSpeed, TakesAutoOnlyWhereItIsFilledIn) {
  const ImportResult result = with_t0(R"({"made_up": "auto", "train_batch_size": "auto"})");
  EXPECT_TRUE(says(result.imported.unknown, "made_up = \"auto\""));
  EXPECT_FALSE(says(result.imported.used, "made_up"));
  EXPECT_TRUE(says(result.imported.used, "train_batch_size -> \"auto\": 8 sequences"));
}

TEST(DeepSpeed, SuggestsWhatIsNear) {
  const auto unknown = [](const char* text) { return with_t0(text).imported.unknown; };
  EXPECT_TRUE(says(unknown(R"({"train_batch_size": 1, "zero_optimisation": {"stage": 2}})"),
                   "(nearest known: zero_optimization.stage)"));
  EXPECT_TRUE(says(unknown(R"({"train_batch_size": 1, "offload_optimizer": {"device": "cpu"}})"),
                   "(belongs below zero_optimization)"));
  EXPECT_TRUE(says(unknown(R"({"train_batch_size": 1, "gradient_clippign": 1})"),
                   "(nearest known: gradient_clipping)"));
  EXPECT_FALSE(says(unknown(R"({"train_batch_size": 1, "zero_optimisation": 2})"), "nearest"));
}

TEST(DeepSpeed, TellsUnknownKeys) {
  const ImportResult result = with_t0("{\"train_batch_size\": 4,\n\"zero_optimisation\": 2}");
  EXPECT_TRUE(says(result.imported.unknown, "ds.json:2: zero_optimisation = 2"));
}

}  // namespace
}  // namespace scenarios::test
