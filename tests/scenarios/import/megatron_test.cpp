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
  const Scenario scenario = read_partial(result);
  EXPECT_EQ(scenario.plan.mesh.dp, 8);
  EXPECT_EQ(scenario.plan.global_batch_size / scenario.plan.mesh.dp, 16);
  EXPECT_EQ(value_of<std::string>(scenario, "gradient_dtype"), "bf16");
  EXPECT_TRUE(value_of<bool>(scenario, "parallel.sequence_parallel"));
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage"), 1);
  EXPECT_EQ(scenario.plan.model.kv_heads, 8);
  EXPECT_EQ(scenario.plan.model.head_dim, 128);
  EXPECT_NE(missing_text(result).find("fp8_format: is hybrid"), std::string::npos);
  EXPECT_NE(missing_text(result).find("attention_backend: is fused"), std::string::npos);
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

// Layers of each stage, in the order of the model.
std::vector<std::int64_t> per_stage(const std::string& layers, const std::string& rest,
                                    const ImportWishes& wishes = {}) {
  const Scenario scenario = read_back(
      import_texts({{"a.args",
                     "--hidden-size 64 --num-attention-heads 4 --seq-length 32 "
                     "--max-position-embeddings 32 --micro-batch-size 1 --global-batch-size 8 "
                     "--num-layers " +
                         layers + " " + rest}},
                   wishes));
  return value_of<std::vector<std::int64_t>>(scenario, "parallel.num_layers_per_stage");
}

TEST(Megatron, DealsLayersOutToStages) {
  using List = std::vector<std::int64_t>;
  const std::string four = "--pipeline-model-parallel-size 4 ";
  const std::string two = "--pipeline-model-parallel-size 2 ";
  const std::string both =
      "--account-for-embedding-in-pipeline-split --account-for-loss-in-pipeline-split ";
  EXPECT_EQ(per_stage("6", four + both), (List{1, 2, 2, 1}));
  EXPECT_EQ(per_stage("7", four + "--account-for-loss-in-pipeline-split"), (List{2, 2, 2, 1}));
  EXPECT_EQ(per_stage("14", two + both + "--num-layers-per-virtual-pipeline-stage 4"),
            (List{3, 4, 4, 3}));
  const std::string ends =
      "--decoder-first-pipeline-num-layers 2 "
      "--decoder-last-pipeline-num-layers 2 ";
  EXPECT_EQ(per_stage("12", four + ends), (List{2, 4, 4, 2}));
  EXPECT_EQ(per_stage("12", four + ends + "--num-virtual-stages-per-pipeline-rank 2"),
            (List{1, 2, 2, 1, 1, 2, 2, 1}));
  EXPECT_EQ(per_stage("10", four + "--decoder-first-pipeline-num-layers 1"), (List{1, 3, 3, 3}));
  EXPECT_EQ(per_stage("8", two + "--pipeline-model-parallel-layout \"Et*3|t*5L\""), (List{3, 5}));
  EXPECT_EQ(per_stage("8", two + "--pipeline-model-parallel-layout Et|(tt|)*2,t*3L"),
            (List{1, 2, 2, 3}));
}

TEST(Megatron, SaysWhyLayersCannotBeDealtOut) {
  struct Row {
    const char* rest;
    const char* says;
  };
  for (const Row& row : {
           Row{"--decoder-first-pipeline-num-layers 2 --pipeline-model-parallel-size 4",
               "of 4 layers 2 are left for 3 stages"},
           Row{"--account-for-loss-in-pipeline-split --pipeline-model-parallel-size 4",
               "5 layers, with embedding and loss"},
           Row{"--pipeline-model-parallel-layout Et*3|t*5L --pipeline-model-parallel-size 2",
               "has 8 layers, and num_layers is 4"},
           Row{"--pipeline-model-parallel-layout Et*x|tL", "a * is followed by no number"},
           Row{"--pipeline-model-parallel-layout E(t", "a bracket is not closed"},
           Row{"--pipeline-model-parallel-layout Et)", "a bracket closes"},
           Row{"--pipeline-model-parallel-layout Eq", "'q' is none of"},
           Row{"--pipeline-model-parallel-layout E|t*4|L --pipeline-model-parallel-size 3",
               "a stage without layers is missing"},
       }) {
    EXPECT_NE(faults_text(arguments(row.rest)).find(row.says), std::string::npos)
        << faults_text(arguments(row.rest));
  }
}

TEST(Megatron, TakesARowCountForWhatItIs) {
  const auto model = [](const std::string& rest) { return read_back(arguments(rest)).plan.model; };
  const sim::ModelDescription padded = model("--padded-vocab-size 152064");
  EXPECT_EQ(padded.padded_vocabulary, 152064);
  EXPECT_EQ(padded.vocabulary, 152064);
  const sim::ModelDescription both =
      model("--vocab-size 151936 --pad-vocab-size-to 152064 --tensor-model-parallel-size 2");
  EXPECT_EQ(both.padded_vocabulary, 152064);
  EXPECT_EQ(both.vocabulary, 151936);
  EXPECT_NE(faults_text(arguments("--vocab-size 10 --padded-vocab-size 9")).find("do not hold"),
            std::string::npos);
}

TEST(Megatron, CountsNoLayersThatItDoesNotKnow) {
  for (const char* rest :
       {"--num-experts 8 --moe-router-topk 2", "--multi-latent-attention", "--mtp-num-layers 1",
        "--hybrid-override-pattern M*M-", "--position-embedding-type relative",
        "--softmax-type learnable", "--vocab-extra-ids 100"}) {
    const ImportResult result = arguments(rest);
    EXPECT_TRUE(count_lines(result).empty()) << rest;
    EXPECT_TRUE(import_report(result).starts_with("parameters: not determined: ")) << rest;
  }
}

TEST(Megatron, TellsFlashAttentionFirst) {
  for (const char* rest : {"--use-flash-attn", "--attention-backend flash",
                           "--attention-backend fused", "--use-flash-attn-v2"}) {
    const std::string report = import_report(arguments(rest));
    EXPECT_TRUE(report.starts_with("missing: ")) << report;
    EXPECT_NE(report.substr(0, report.find('\n')).find("flash attention"), std::string::npos);
  }
  EXPECT_EQ(missing_text(arguments("--attention-backend unfused")), "");
  EXPECT_TRUE(says(arguments("").imported.notes, "attention_backend: auto, the default, may take"));
  EXPECT_FALSE(says(arguments("--attention-backend unfused").imported.notes, "may take"));
}

TEST(Megatron, TellsWhatIsNotRecomputedAsHere) {
  const std::string full = "--recompute-granularity full --recompute-method ";
  EXPECT_EQ(missing_text(arguments(full + "uniform --recompute-num-layers 1")), "");
  for (const char* rest : {"block --recompute-num-layers 1", "uniform --recompute-num-layers 2"}) {
    EXPECT_NE(missing_text(arguments(full + rest)).find("--set recompute="), std::string::npos);
  }
  EXPECT_NE(missing_text(arguments("--recompute-activations --recompute-modules core_attn mlp"))
                .find("recomputing"),
            std::string::npos);
  EXPECT_EQ(missing_text(arguments("--recompute-activations --recompute-modules core_attn")), "");
}

// The first sets the kind, the second drops a table alone.
TEST(Megatron, TakesRotaryPositionsBeforeNone) {
  const auto kind = [](const std::string& rest) {
    return value_of<std::string>(read_partial(arguments(rest)), "model.position_embedding_type");
  };
  EXPECT_EQ(kind("--use-rotary-position-embeddings --no-position-embedding"), "rope");
  EXPECT_EQ(kind("--no-position-embedding --use-rotary-position-embeddings"), "rope");
  EXPECT_EQ(kind("--no-position-embedding"), "none");
  EXPECT_EQ(kind("--position-embedding-type rope --no-position-embedding"), "rope");
  EXPECT_EQ(kind("--position-embedding-type alibi"), "none");
  EXPECT_NE(missing_text(arguments("--position-embedding-type alibi")).find("alibi"),
            std::string::npos);
}

// 2 * 64 more.
TEST(Megatron, CountsANormAfterTheEmbedding) {
  const auto count = [](const std::string& rest) { return count_lines(arguments(rest)).at(0); };
  // (50257 + 32) 64 + 4 (12*64*64 + 13*64) + 2*64
  EXPECT_EQ(count(""), "parameters 3,418,560");
  EXPECT_EQ(count("--embed-layernorm"), "parameters 3,418,688");
}

TEST(Megatron, ReadsNumbersInGroups) {
  const ImportResult result =
      arguments("--train-samples 220_000_000 --rampup-batch-size 192 16 9_765_625");
  EXPECT_EQ(value_of<std::int64_t>(read_back(result), "training.tokens"), 220'000'000LL * 32);
  EXPECT_TRUE(says(result.imported.notes, "a batch that grows from 192 by 16"));
  EXPECT_NE(faults_text(arguments("--rampup-batch-size 192 16")).find("three integers"),
            std::string::npos);
  EXPECT_NE(faults_text(arguments("--train-samples 220__000")).find("takes an integer"),
            std::string::npos);
}

TEST(Megatron, TakesContextRanksForNoReplicas) {
  const ImportResult result = arguments("--context-parallel-size 2", {.overrides = {}, .ranks = 8});
  EXPECT_NE(missing_text(result).find("context parallelism is missing"), std::string::npos);
  EXPECT_EQ(read_partial(result).plan.mesh.dp, 4);
}

TEST(Megatron, CollectsItsFaults) {
  const std::string faults = faults_text(arguments(
      "--fp16 --bf16\n--num-layers 8\n--num-experts 4 # experts\n--context-parallel-size 1\n"
      "--optimizer lion\n--unheard-of 3\n"));
  EXPECT_NE(faults.find("a.args:3: fp16: --fp16 and --bf16 are both given"), std::string::npos);
  EXPECT_NE(faults.find("a.args:4: num_layers: is given twice: 8 here, 4 in line 1"),
            std::string::npos);
  EXPECT_NE(faults.find("a.args:5: num_experts: is 4: mixture-of-experts"), std::string::npos);
  EXPECT_NE(faults.find("a.args:7: optimizer: 'lion'"), std::string::npos) << faults;
  EXPECT_EQ(faults.find("context"), std::string::npos);
  EXPECT_TRUE(says(arguments("--unheard-of 3").imported.unknown, "a.args:3: unheard_of = 3"));
  EXPECT_NE(faults_text(import_texts({{"a.args", "python --x"}})).find("is not one YAML mapping"),
            std::string::npos);
}

}  // namespace
}  // namespace scenarios::test
