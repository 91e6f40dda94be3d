#include <string>

#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

const std::string shape =
    "--num-layers 4 --hidden-size 64 --num-attention-heads 4 --seq-length 32 \\\n"
    "--max-position-embeddings 32 --micro-batch-size 1 --global-batch-size 8\n";

ImportResult arguments(const std::string& rest, const ImportWishes& wishes = {}) {
  return import_texts({{"a.args", shape + rest}}, wishes);
}

// Narayanan et al. 2021, table 1: 76.1 billion parameters on 1,024 ranks.
TEST(Megatron, ReadsALayoutOfThePaper) {
  const Scenario scenario = read_back(
      import_published({"megatron/sc21_table1_76B.args"}, {.overrides = {}, .ranks = 1024}));
  const parallel::Plan& plan = scenario.plan;
  EXPECT_EQ(plan.mesh.tp, 8);
  EXPECT_EQ(plan.mesh.pp, 4);
  EXPECT_EQ(plan.mesh.dp, 32);
  EXPECT_EQ(plan.virtual_stages, 3);  // 60/4/5
  EXPECT_EQ(plan.schedule, parallel::PipelineSchedule::interleaved);
  EXPECT_EQ(plan.global_batch_size / plan.micro_batch_size / plan.mesh.dp, 28);
  EXPECT_EQ(plan.model.padded_vocabulary, 51200);
  EXPECT_EQ(value_of<std::string>(scenario, "recompute"), "full");
  EXPECT_EQ(value_of<double>(scenario, "loss_scale.initial"), 8192.0);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "training.tokens"), 500LL * 1792 * 2048);

  const Scenario trillion = read_back(
      import_published({"megatron/sc21_table1_1T.args"}, {.overrides = {}, .ranks = 3072}));
  EXPECT_EQ(trillion.plan.mesh.pp, 64);
  EXPECT_EQ(trillion.plan.mesh.dp, 6);
  EXPECT_EQ(trillion.plan.global_batch_size / trillion.plan.mesh.dp, 512);
}

TEST(Megatron, ReadsLlama3) {
  const ImportResult result =
      import_published({"megatron/llama3_8b_h100_fp8.args"}, {.overrides = {}, .ranks = 8});
  const Scenario scenario = read_back(result);
  EXPECT_EQ(scenario.plan.mesh.dp, 8);
  EXPECT_EQ(scenario.plan.global_batch_size / scenario.plan.mesh.dp, 16);
  EXPECT_EQ(value_of<std::string>(scenario, "gradient_dtype"), "bf16");
  EXPECT_TRUE(value_of<bool>(scenario, "parallel.sequence_parallel"));
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage"), 1);
  EXPECT_EQ(scenario.plan.model.kv_heads, 8);
  EXPECT_EQ(scenario.plan.model.head_dim, 128);
  EXPECT_TRUE(says(result.imported.notes, "fp8 (hybrid)"));
}

TEST(Megatron, ReadsYamlWithLeadingDashes) {
  const ImportResult result =
      import_published({"megatron/gpt3_15b_8t_release.yaml"},
                       {.overrides = {"model.vocab_size=256000"}, .ranks = 64});
  const Scenario scenario = read_back(result);
  EXPECT_EQ(scenario.plan.mesh.tp, 8);
  EXPECT_EQ(scenario.plan.mesh.dp, 8);
  EXPECT_EQ(scenario.plan.global_batch_size, 1152);  // the last of the schedule
  EXPECT_EQ(value_of<std::string>(scenario, "gradient_dtype"), "fp32");
  EXPECT_EQ(value_of<double>(scenario, "model.rotary_percent"), 0.5);
  EXPECT_TRUE(says(result.imported.notes, "squared relu is not computed"));
}

TEST(Megatron, HasDefaultsOfItsOwn) {
  const Scenario scenario = read_back(arguments(""));
  EXPECT_TRUE(scenario.plan.model.tied_embedding);
  EXPECT_EQ(scenario.plan.model.padded_vocabulary, 50304);
  EXPECT_EQ(value_of<double>(scenario, "model.hidden_dropout"), 0.1);
  EXPECT_EQ(value_of<double>(scenario, "optimizer.weight_decay"), 0.01);
  // 4*64*2/3 = 170, in whole 64s
  EXPECT_EQ(read_back(arguments("--swiglu")).plan.model.ffn_hidden, 128);
  EXPECT_EQ(read_back(arguments("--group-query-attention")).plan.model.kv_heads, 1);
  EXPECT_EQ(read_back(arguments("--num-query-groups 2")).plan.model.kv_heads, 4);
  EXPECT_EQ(value_of<std::string>(read_back(arguments("--recompute-activations")), "recompute"),
            "selective");
}

TEST(Megatron, CollectsItsFaults) {
  const std::string faults = faults_text(arguments(
      "--fp16 --bf16\n--num-layers 8\n--num-experts 4 # experts\n--context-parallel-size 1\n"
      "--optimizer lion\n--unheard-of 3\n"));
  EXPECT_NE(faults.find("a.args:3: fp16: --fp16 and --bf16 are both given"), std::string::npos);
  EXPECT_NE(faults.find("a.args:4: num_layers: is given twice: 8 here, 4 in line 1"),
            std::string::npos);
  EXPECT_NE(faults.find("a.args:5: num_experts: mixture-of-experts"), std::string::npos);
  EXPECT_NE(faults.find("a.args:7: optimizer: 'lion'"), std::string::npos) << faults;
  EXPECT_EQ(faults.find("context"), std::string::npos);
  EXPECT_TRUE(says(arguments("--unheard-of 3").imported.unknown, "a.args:3: unheard_of = 3"));
  EXPECT_NE(faults_text(import_texts({{"a.args", "python --x"}})).find("is not one YAML mapping"),
            std::string::npos);
}

}  // namespace
}  // namespace scenarios::test
