#include <string>

#include "scenarios/import/torchtitan/torchtitan_flavors.hpp"
#include "tests/scenarios/import/importing.hpp"

namespace scenarios::test {
namespace {

TEST(Torchtitan, HasTheWidthsOfItsFlavors) {
  EXPECT_EQ(find_flavor("llama3", "8B")->ffn(), 14336);
  EXPECT_EQ(find_flavor("llama3", "70B")->ffn(), 28672);
  EXPECT_EQ(find_flavor("llama3", "405B")->ffn(), 53248);
  EXPECT_EQ(find_flavor("llama2", "7B")->ffn(), 11008);
  EXPECT_EQ(find_flavor("llama3", "9B"), nullptr);
}

// A shard degree of -1 is all ranks.
TEST(Torchtitan, ShardsOverAllRanks) {
  const ImportResult result =
      import_published({"torchtitan/llama3_8b.toml"}, {.overrides = {}, .ranks = 64});
  const Scenario scenario = read_partial(result);
  EXPECT_EQ(scenario.plan.mesh.dp, 64);
  EXPECT_EQ(scenario.plan.global_batch_size, 64);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "zero.stage"), 3);
  EXPECT_FALSE(scenario.plan.zero.stage3.has_value());
  EXPECT_EQ(value_of<std::string>(scenario, "precision"), "mixed_bf16");
  EXPECT_EQ(value_of<std::string>(scenario, "gradient_dtype"), "fp32");
  EXPECT_EQ(value_of<std::string>(scenario, "recompute"), "selective");
  EXPECT_EQ(value_of<std::int64_t>(scenario, "training.tokens"), 1000LL * 64 * 8192);
  EXPECT_TRUE(says(result.imported.notes, "'op' keeps the outputs of matrix products"));
}

TEST(Torchtitan, ReadsItsOldLayout) {
  const ImportResult result =
      import_published({"torchtitan/debug_model.toml"}, {.overrides = {}, .ranks = 4});
  const Scenario scenario = read_partial(result);
  EXPECT_EQ(scenario.plan.mesh.dp, 4);
  EXPECT_EQ(scenario.plan.micro_batch_size, 8);
  EXPECT_EQ(value_of<std::int64_t>(scenario, "training.tokens"), 10LL * 32 * 2048);
  EXPECT_TRUE(says(result.imported.notes, "'2' recomputes one layer of 2"));
}

const std::string debug = "[model]\nname = 'llama3'\nflavor = 'debugmodel'\n";

TEST(Torchtitan, CutsABatchForThePipeline) {
  const Scenario scenario = read_partial(import_texts(
      {{"a.toml", debug +
                      "[training]\nlocal_batch_size = 8\nseq_len = 128\n[parallelism]\n"
                      "pipeline_parallel_degree = 2\ntensor_parallel_degree = 2\n"
                      "data_parallel_shard_degree = 2\npipeline_parallel_microbatch_size = 2\n"}}));
  EXPECT_EQ(scenario.plan.mesh.pp, 2);
  EXPECT_EQ(scenario.plan.mesh.dp, 2);
  EXPECT_EQ(scenario.plan.micro_batch_size, 2);
  EXPECT_EQ(scenario.plan.global_batch_size, 16);
  EXPECT_TRUE(value_of<bool>(scenario, "parallel.sequence_parallel"));
}

TEST(Torchtitan, SaysWhatItCannotTake) {
  const std::string copies = faults_text(import_texts(
      {{"a.toml", debug + "[training]\nseq_len = 128\n[parallelism]\n"
                          "data_parallel_replicate_degree = 2\ncontext_parallel_degree = 2\n"}}));
  EXPECT_NE(copies.find("a.toml:7: parallelism.data_parallel_replicate_degree: is 2: copies of "
                        "sharded"),
            std::string::npos)
      << copies;
  EXPECT_NE(copies.find("a.toml:8: parallelism.context_parallel_degree"), std::string::npos);
  const std::string flavor =
      faults_text(import_texts({{"a.toml", "[model]\nname = 'llama4'\nflavor = '17bx16e'\n"}}));
  EXPECT_NE(flavor.find("a.toml:3: model.flavor"), std::string::npos) << flavor;
  EXPECT_NE(
      faults_text(import_texts({{"a.toml", "[model]\nname = \n"}})).find("a.toml:2: is not TOML"),
      std::string::npos);
}

std::string missing_with(const std::string& section, const std::string& key) {
  return missing_text(import_texts(
      {{"a.toml", debug + "[training]\nseq_len = 128\nmixed_precision_param = 'float32'\n" +
                      section + "\n" + key + "\n"}}));
}

// Case I3: what FSDP2 keeps cannot be said yet.
TEST(Torchtitan, LacksTheShardsOfFsdp2) {
  const ImportResult result =
      import_published({"torchtitan/llama3_8b.toml"}, {.overrides = {}, .ranks = 8});
  EXPECT_NE(missing_text(result).find("training.mixed_precision_param: is bfloat16: FSDP2 keeps "
                                      "fp32 shards"),
            std::string::npos)
      << missing_text(result);
  // the advice works
  const ImportResult decided = import_published(
      {"torchtitan/llama3_8b.toml"}, {.overrides = {"precision=mixed_bf16"}, .ranks = 8});
  EXPECT_EQ(missing_text(decided), "");
  EXPECT_EQ(value_of<std::string>(read_back(decided), "gradient_dtype"), "fp32");
  EXPECT_EQ(missing_with("", ""), "");  // all in fp32: nothing is missing
}

// Cases I2 and I4, in one published file.
TEST(Torchtitan, LacksStatesInOneTypeAndStepsInTheBackwardPass) {
  const ImportResult result = import_published({"torchtitan/llama3_70b.toml"});
  const std::string missing = missing_text(result);
  EXPECT_NE(missing.find("llama3_70b.toml:22: training.dtype: is bfloat16: weights, gradients and "
                         "moments all in that type, 8 bytes"),
            std::string::npos)
      << missing;
  EXPECT_NE(missing.find("optimizer.early_step_in_backward: is true"), std::string::npos);
  EXPECT_EQ(count_lines(result).at(0), "parameters 70,553,706,496");
  EXPECT_EQ(value_of<std::string>(read_partial(result), "precision"), "bf16");
  const std::string never = missing_with("[parallelism]", "fsdp_reshard_after_forward = 'never'");
  EXPECT_NE(never.find("fsdp_reshard_after_forward: is never: weights that stay gathered"),
            std::string::npos)
      << never;
  EXPECT_EQ(missing_with("[parallelism]", "fsdp_reshard_after_forward = 'always'"), "");
  EXPECT_NE(missing_with("[parallelism]", "pipeline_parallel_degree = 2").find("with a pipeline"),
            std::string::npos);
}

// Case I28
TEST(Torchtitan, AsksForTheNameOfAFlavor) {
  const std::string faults = faults_text(
      import_texts({{"a.toml", "[model]\nflavor = '8B'\n[training]\nseq_len = 128\n"}}));
  EXPECT_NE(faults.find("model.name: is missing, and flavor '8B' is of a model that it names; "
                        "flavors that fit: llama3 8B"),
            std::string::npos)
      << faults;
}

}  // namespace
}  // namespace scenarios::test
