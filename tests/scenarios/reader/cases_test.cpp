// Handed cases that a scenario's reader decides, each with its own numbers and the rest of its
// kind. Those about the formats of others are the importers'.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/model/parameters.hpp"
#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

using Overrides = std::vector<std::string>;

/// Elements of the model that the scenario would build, counted tensor by tensor.
std::int64_t elements(const Scenario& scenario) {
  std::int64_t sum = 0;
  for (const auto& spec : sim::model_parameters(scenario.plan.model).specs) {
    sum += spec.padded_rows * spec.columns;
  }
  return sum;
}

const Overrides llama = {"model.architecture=llama", "model.num_layers=2", "model.hidden_size=64",
                         "model.ffn_hidden_size=192"};

Overrides with(Overrides base, const Overrides& more) {
  base.insert(base.end(), more.begin(), more.end());
  return base;
}

// C01: three matrices in a gated MLP; 98,624 with two.
TEST(Cases, C01GatedMlp) {
  EXPECT_EQ(elements(read_one(t0, llama)), 123200);
  EXPECT_EQ(elements(read_one(t0, {"model.architecture=llama", "model.num_layers=80",
                                   "model.hidden_size=8192", "model.num_attention_heads=64",
                                   "model.num_key_value_heads=64", "model.ffn_hidden_size=24576",
                                   "model.vocab_size=152064", "model.add_qkv_bias=true"})),
            72287920128);
}

// C03: pythia-12B on four tensor-parallel ranks; 11,842,140,160 with the table of one rank.
TEST(Cases, C03PaddedVocabulary) {
  const Overrides pythia = {
      "model.architecture=gpt_neox", "model.num_layers=36",
      "model.hidden_size=5120",      "model.num_attention_heads=40",
      "model.vocab_size=50277",      "model.make_vocab_size_divisible_by=128"};
  EXPECT_EQ(elements(read_one(t0, pythia)), 11842140160);
  EXPECT_EQ(elements(read_one(t0, with(pythia, {"parallel.tensor_model_parallel_size=4"}))),
            11846072320);
}

// C05: eight heads and two for keys and values.
TEST(Cases, C05GroupedHeads) {
  EXPECT_EQ(elements(read_one(
                t0, with(llama, {"model.num_attention_heads=8", "model.num_key_value_heads=2"}))),
            110912);
}

// C07: who ties when the key is absent.
TEST(Cases, C07TiedByArchitecture) {
  const auto tied = [](const char* architecture) {
    return read_one(t0, {std::string("model.architecture=") + architecture})
        .plan.model.tied_embedding;
  };
  EXPECT_TRUE(tied("gpt2"));
  EXPECT_FALSE(tied("llama"));
  EXPECT_FALSE(tied("gpt_neox"));
}

// C11: 256 sequences in micro-batches of 2 are 16 on eight replicas; seven do not divide
// (check_test.cpp has the words).
TEST(Cases, C11BatchIdentity) {
  const Overrides batch = {"training.global_batch_size=256", "training.micro_batch_size=2"};
  EXPECT_EQ(read_one(t0, with(batch, {"parallel.data_parallel_size=8"})).plan.micro_batches(), 16);
  EXPECT_NE(faults_of(t0, with(batch, {"parallel.data_parallel_size=7"})), "no fault");
}

// C27: experts are not built, so a model of experts is not read as a dense one.
TEST(Cases, C27ExpertsAreRefused) {
  const TemporaryFolder folder;
  folder.write("config.json", R"({"model_type": "mixtral", "num_local_experts": 8})");
  const std::string text = fmt::format(
      "model: {{config: '{}'}}\ntraining: {{micro_batch_size: 1, global_batch_size: 1}}\n",
      (folder.path() / "config.json").string());
  EXPECT_NE(faults_of(text).find("model_type: \"mixtral\" is not supported"), std::string::npos)
      << faults_of(text);
}

// C39, C41, C49: each layer on one stage, the first stages hold one more; the list is a value of
// the scenario, which reports show.
TEST(Cases, C39C41C49LayersOfEachStage) {
  struct Row {
    std::int64_t layers;
    std::int64_t stages;
    std::vector<std::int64_t> counts;
  };
  for (const Row& row :
       {Row{30, 4, {8, 8, 7, 7}}, Row{7, 2, {4, 3}}, Row{10, 3, {4, 3, 3}}, Row{5, 4, {2, 1, 1, 1}},
        Row{40, 16, {3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2}}}) {
    const Scenario scenario =
        read_one(t0, {fmt::format("model.num_layers={}", row.layers),
                      fmt::format("parallel.pipeline_model_parallel_size={}", row.stages)});
    EXPECT_EQ(scenario.plan.layers_per_stage, row.counts) << row.layers;
    EXPECT_EQ(scenario.values.parallel.num_layers_per_stage, row.counts) << row.layers;
  }
}

// C43: heads that the tensor-parallel size does not divide, with the sizes that do.
TEST(Cases, C43HeadsThatDoNotDivide) {
  struct Row {
    int heads;
    int t;
    const char* divisors;
  };
  for (const Row& row : {Row{52, 8, "1, 2, 4, 13, 26, 52"}, Row{28, 8, "1, 2, 4, 7, 14, 28"},
                         Row{25, 4, "1, 5, 25"}, Row{6, 4, "1, 2, 3, 6"}}) {
    const std::string fault =
        faults_of(t0, {fmt::format("model.num_attention_heads={}", row.heads),
                       fmt::format("model.hidden_size={}", 64 * row.heads),
                       fmt::format("parallel.tensor_model_parallel_size={}", row.t)});
    EXPECT_NE(fault.find(fmt::format("num_attention_heads {} is not divisible by "
                                     "tensor_model_parallel_size {}",
                                     row.heads, row.t)),
              std::string::npos)
        << fault;
    EXPECT_NE(fault.find(fmt::format("sizes that divide it: {}", row.divisors)), std::string::npos)
        << fault;
  }
}

// C77: fewer micro-batches than stages is legal.
TEST(Cases, C77FewMicroBatchesAreRead) {
  for (const char* batch : {"1", "2"}) {
    EXPECT_EQ(faults_of(t0, {"parallel.pipeline_model_parallel_size=4",
                             std::string("training.global_batch_size=") + batch}),
              "no fault");
  }
}

// C79: interleaved stages: p divides m, and the rule is said.
TEST(Cases, C79InterleavedMicroBatches) {
  const Overrides interleaved = {"parallel.pipeline_model_parallel_size=4",
                                 "parallel.virtual_pipeline_model_parallel_size=2",
                                 "parallel.pipeline_schedule=interleaved", "model.num_layers=8"};
  const std::string fault = faults_of(t0, with(interleaved, {"training.global_batch_size=6"}));
  EXPECT_NE(fault.find("6 micro-batches a step and replica are not a multiple of the 4 pipeline "
                       "stages (remainder 2), which the interleaved schedule needs"),
            std::string::npos)
      << fault;
  EXPECT_EQ(faults_of(t0, with(interleaved, {"training.global_batch_size=8"})), "no fault");
}

}  // namespace
}  // namespace scenarios::test
