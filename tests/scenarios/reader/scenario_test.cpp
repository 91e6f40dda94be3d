#include "scenarios/scenario.hpp"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

TEST(Scenario, FillsDefaults) {
  const Scenario scenario = read_one(t0);
  const parallel::Plan& plan = scenario.plan;
  EXPECT_EQ(scenario.name, "s");
  EXPECT_EQ(scenario.ranks(), 1);
  EXPECT_EQ(plan.model.ffn_hidden, 256);
  EXPECT_EQ(plan.model.head_dim, 16);
  EXPECT_EQ(plan.model.kv_heads, 4);
  EXPECT_EQ(plan.model.positions, 32);
  EXPECT_EQ(plan.model.padded_vocabulary, 128);
  EXPECT_TRUE(plan.model.tied_embedding);
  EXPECT_EQ(plan.layers_per_stage, std::vector<std::int64_t>{4});
  EXPECT_EQ(plan.schedule, parallel::PipelineSchedule::one_forward_one_backward);
  EXPECT_EQ(plan.zero.reduce_bucket_size, 500'000'000);
  EXPECT_EQ(plan.precision.weights, sim::Dtype::fp32);
  EXPECT_FALSE(plan.precision.master);
  EXPECT_EQ(plan.optimizer.adamw.learning_rate, 1e-3);
  EXPECT_EQ(plan.optimizer.clip_grad, 1.0);
  EXPECT_EQ(plan.micro_batches(), 4);
  EXPECT_EQ(plan.steps, 1);
  EXPECT_EQ(plan.seed, 1234U);
  EXPECT_EQ(scenario.values.model.ffn_hidden_size, 256);
  EXPECT_EQ(scenario.values.gradient_dtype, FloatType::fp32);
  EXPECT_FALSE(scenario.values.training.tokens.has_value());
  EXPECT_EQ(scenario.packs, (std::vector<std::string>{"transformer-math-101", "exact"}));
}

TEST(Scenario, CarriesWhatTheFileSays) {
  const Scenario scenario = read_one(
      "scenario: named\nabout: a lesson\n" + t0 +
      "parallel: {tensor_model_parallel_size: 2, pipeline_model_parallel_size: 2, "
      "data_parallel_size: 2, pipeline_schedule: gpipe, num_layers_per_stage: [1, 3]}\n"
      "zero: {stage: 2, reduce_scatter: false, reduce_bucket_size: 1e6}\n"
      "precision: mixed_fp16\ngradient_dtype: fp32\nloss_scale: {initial: 8, hysteresis: 1}\n"
      "check: {formulas: [parameters], expect: {seed.3d.grad: \"off\", P: [{when: t > 1, verdict: "
      "exact}, {verdict: \"off\", ratio: 1/t}]}}\n");
  const parallel::Plan& plan = scenario.plan;
  EXPECT_EQ(scenario.name, "named");
  EXPECT_EQ(scenario.about, "a lesson");
  EXPECT_EQ(scenario.ranks(), 8);
  EXPECT_EQ(plan.schedule, parallel::PipelineSchedule::gpipe);
  EXPECT_EQ(plan.layers_per_stage, (std::vector<std::int64_t>{1, 3}));
  EXPECT_FALSE(plan.zero.reduce_scatter);
  EXPECT_EQ(plan.zero.reduce_bucket_size, 1'000'000);
  EXPECT_EQ(plan.precision.weights, sim::Dtype::fp16);
  EXPECT_EQ(plan.precision.gradients, sim::Dtype::fp32);
  EXPECT_TRUE(plan.precision.master && plan.precision.loss_scaling);
  EXPECT_EQ(plan.loss_scale.initial, 8.0);
  EXPECT_EQ(scenario.expectations.at("seed.3d.grad").at(0).verdict, "off");
  EXPECT_EQ(scenario.expectations.at("P").at(0).when, "t > 1");
  EXPECT_EQ(scenario.expectations.at("P").at(1).ratio, "1/t");
  EXPECT_EQ(scenario.expectation_lines,
            (std::map<std::string, int>{{"P", 10}, {"seed.3d.grad", 10}}));
}

TEST(Sweep, IsTheProductOfItsAxesInFileOrder) {
  const std::vector<Scenario> scenarios =
      read_all("scenario: grid\n" + t0 +
               "sweep: {parallel.tensor_model_parallel_size: [1, 2], zero.stage: [0, 3]}\n");
  ASSERT_EQ(scenarios.size(), 4U);
  EXPECT_EQ(scenarios[0].name, "grid[parallel.tensor_model_parallel_size=1,zero.stage=0]");
  EXPECT_EQ(scenarios[1].name, "grid[parallel.tensor_model_parallel_size=1,zero.stage=3]");
  EXPECT_EQ(scenarios[3].plan.mesh.tp, 2);
  EXPECT_EQ(scenarios[3].plan.zero.stage, 3);
}

TEST(Sweep, MayBeAListOfGrids) {
  const std::vector<Scenario> scenarios =
      read_all(t0 +
               "sweep:\n  - {zero.stage: [0, 1]}\n  - {parallel.data_parallel_size: [2, 4]}\n"
               "  - {zero.stage: [1, 2]}\n");
  ASSERT_EQ(scenarios.size(), 5U);  // zero.stage=1 stands in two grids and runs once
  EXPECT_EQ(scenarios[1].name, "s[zero.stage=1]");
  EXPECT_EQ(scenarios[3].name, "s[parallel.data_parallel_size=4]");
  EXPECT_EQ(scenarios[3].plan.zero.stage, 0);
  EXPECT_EQ(scenarios[4].plan.zero.stage, 2);
}

TEST(Sweep, TellsWhichPointsAreImpossible) {
  EXPECT_EQ(
      faults_of(t0 + "sweep:\n  parallel.tensor_model_parallel_size: [1, 3]\n"),
      "s.yaml:4: parallel.tensor_model_parallel_size: model.num_attention_heads 4 is not "
      "divisible by tensor_model_parallel_size 3 (remainder 1); sizes that divide it: 1, 2, 4 "
      "(sweep point [parallel.tensor_model_parallel_size=3])\n"
      "s.yaml:4: parallel.tensor_model_parallel_size: model.ffn_hidden_size 256 is not "
      "divisible by tensor_model_parallel_size 3 (remainder 1); sizes that divide it: 1, 2, 4, "
      "8, 16, 32, 64, 128, 256 (sweep point [parallel.tensor_model_parallel_size=3])");
  EXPECT_EQ(faults_of(t0 + "sweep: {training.global_batch_size: [4, 6, 7], zero.stage: [0, 1]}\n",
                      {"training.micro_batch_size=2"})
                    .find("(sweep point [training.global_batch_size=7,zero.stage=0] and 1 more)") !=
                std::string::npos,
            true);
}

TEST(Sweep, AxisGivesWayToAnOverride) {
  const std::vector<Scenario> scenarios =
      read_all(t0 + "sweep: {zero.stage: [0, 1, 2]}\n", {"zero.stage=3"});
  ASSERT_EQ(scenarios.size(), 1U);
  EXPECT_EQ(scenarios[0].plan.zero.stage, 3);
}

TEST(ReadScenarios, TakesFoldersInTheOrderOfNamesAndResolvesPaths) {
  const TemporaryFolder folder;
  folder.write("set/b.yaml", t0);
  folder.write("set/a.yml", t0 + "training: \n");  // repeated key: replaced below
  folder.write("set/a.yml",
               "model: {num_layers: 4, hidden_size: 64, num_attention_heads: 4, vocab_size: 128, "
               "seq_length: 32}\ntraining: {micro_batch_size: 1, global_batch_size: 4, data: "
               "../text.txt}\n");
  folder.write("set/notes.txt", "not a scenario");
  const std::vector<std::filesystem::path> paths{folder.path() / "set"};
  const std::vector<Scenario> scenarios = read_scenarios(paths, {});
  ASSERT_EQ(scenarios.size(), 2U);
  EXPECT_EQ(scenarios[0].name, "a");
  EXPECT_EQ(scenarios[1].name, "b");
  EXPECT_EQ(scenarios[0].inputs.data, folder.path() / "set" / "../text.txt");
  EXPECT_TRUE(scenarios[1].inputs.data.empty());
}

// The good ones can be looked at further, and of the others what they name.
TEST(ReadScenarios, TellsFaultsBesideWhatIsWell) {
  const TemporaryFolder folder;
  const std::vector<std::filesystem::path> paths{
      folder.write("good.yaml", t0),
      folder.write("bad.yaml",
                   "model: {num_layers: 0}\ntraining: {weights: w.safetensors}\n"
                   "check: {formulas: [mine.yaml]}\n")};
  const Reading reading = read_scenarios_and_faults(paths, {});
  ASSERT_EQ(reading.scenarios.size(), 1U);
  EXPECT_EQ(reading.scenarios[0].name, "good");
  EXPECT_EQ(reading.faults.at(0).key, "model.num_layers");
  ASSERT_EQ(reading.of_faulty.size(), 1U);
  EXPECT_EQ(reading.of_faulty[0].inputs.weights, folder.path() / "w.safetensors");
  EXPECT_EQ(reading.of_faulty[0].packs,
            std::vector<std::string>{(folder.path() / "mine.yaml").string()});
}

TEST(ReadScenarios, RefusesMissingFilesAndEmptyFolders) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "empty");
  const std::vector<std::filesystem::path> paths{folder.path() / "none.yaml",
                                                 folder.path() / "empty"};
  try {
    read_scenarios(paths, {});
    FAIL() << "nothing was thrown";
  } catch (const BadInput& error) {
    ASSERT_EQ(error.faults().size(), 2U);
    EXPECT_EQ(error.faults()[0].what, "No such file or directory");
    EXPECT_EQ(error.faults()[1].what, "holds no .yaml or .yml file");
  }
}

}  // namespace
}  // namespace scenarios::test
