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
  EXPECT_TRUE(says(with("true").imported.used, "an old key, for offload_optimizer.device: cpu"));
  EXPECT_TRUE(says(with("true").imported.notes, "host's memory"));
  EXPECT_TRUE(says(with("false").imported.used, "offload_optimizer.device: none"));
  EXPECT_FALSE(says(with("false").imported.notes, "host's memory"));
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
  EXPECT_NE(faults.find("ds.json:4: zero.reduce_bucket_size"), std::string::npos);
  EXPECT_NE(faults.find("ds.json:5: optimizer.type: 'OneBitAdam'"), std::string::npos) << faults;
}

TEST(DeepSpeed, RefusesAKeyGivenTwice) {
  EXPECT_NE(faults_text(with_t0("{\"train_batch_size\": 4,\n\"train_batch_size\": 8}"))
                .find("ds.json:2: train_batch_size: is given twice"),
            std::string::npos);
}

TEST(DeepSpeed, TellsUnknownKeys) {
  const ImportResult result = with_t0("{\"train_batch_size\": 4,\n\"zero_optimisation\": 2}");
  EXPECT_TRUE(says(result.imported.unknown, "ds.json:2: zero_optimisation = 2"));
}

}  // namespace
}  // namespace scenarios::test
