#include "scenarios/read/check.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/read/defaults.hpp"
#include "scenarios/read/plan.hpp"
#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

using Overrides = std::vector<std::string>;

struct Row {
  Overrides overrides;  // of t0: L=4 h=64 a=4 s=32 V=128 b=1 B=4
  const char* fault;
};

// The handed cases C09, C11, C43, C81 and the rest of their kind, each with its numbers.
TEST(Check, RefusesWhatDoesNotFitTogether) {
  for (
      const Row& row : std::vector<Row>{
          {{"model.hidden_size=1024", "model.num_attention_heads=12"},
           "--set model.hidden_size=1024: model.hidden_size: hidden_size 1024 is not divisible by "
           "num_attention_heads 12 (remainder 4); head counts that divide it: 1, 2, 4, 8, 16, 32, "
           "64, 128, 256, 512, 1024; or give model.head_dim"},
          {{"training.global_batch_size=256", "training.micro_batch_size=2",
            "parallel.data_parallel_size=7"},
           "--set training.global_batch_size=256: training.global_batch_size: 256 is not divisible "
           "by micro_batch_size 2 * data_parallel_size 7 = 14 (remainder 4); nearest multiples: "
           "252, 266"},
          {{"training.global_batch_size=8", "training.micro_batch_size=3"},
           "--set training.global_batch_size=8: training.global_batch_size: 8 is not divisible by "
           "micro_batch_size 3 * data_parallel_size 1 = 3 (remainder 2); nearest multiples: 6, 9"},
          {{"model.hidden_size=48", "model.num_attention_heads=6",
            "parallel.tensor_model_parallel_size=4"},
           "--set parallel.tensor_model_parallel_size=4: parallel.tensor_model_parallel_size: "
           "model.num_attention_heads 6 is not divisible by tensor_model_parallel_size 4 "
           "(remainder 2); sizes that divide it: 1, 2, 3, 6"},
          {{"model.ffn_hidden_size=258", "parallel.tensor_model_parallel_size=4"},
           "--set parallel.tensor_model_parallel_size=4: parallel.tensor_model_parallel_size: "
           "model.ffn_hidden_size 258 is not divisible by tensor_model_parallel_size 4 (remainder "
           "2); sizes that divide it: 1, 2, 3, 6, 43, 86, 129, 258"},
          {{"parallel.pipeline_model_parallel_size=5"},
           "--set parallel.pipeline_model_parallel_size=5: parallel.pipeline_model_parallel_size: "
           "5 pipeline stages for 4 layers: a stage needs at least one layer; at most 4"},
          {{"parallel.num_layers_per_stage=[1, 2]", "parallel.pipeline_model_parallel_size=2"},
           "--set parallel.num_layers_per_stage=[1, 2]: parallel.num_layers_per_stage: [1, 2] adds "
           "up to 3 layers; num_layers is 4"},
          {{"parallel.num_layers_per_stage=[1, 2, 1]"},
           "--set parallel.num_layers_per_stage=[1, 2, 1]: parallel.num_layers_per_stage: [1, 2, "
           "1] has 3 entries; pipeline_model_parallel_size 1 needs 1"},
          {{"model.max_position_embeddings=16"},
           "FILE:1: model.seq_length: seq_length 32 exceeds max_position_embeddings 16; at most 16 "
           "rows of the position table can be used"},
          {{"precision=mixed_bf16", "gradient_dtype=fp16"},
           "--set gradient_dtype=fp16: gradient_dtype: fp16 gradients do not go with precision "
           "mixed_bf16; allowed: bf16, fp32"},
          {{"gradient_dtype=bf16"},
           "--set gradient_dtype=bf16: gradient_dtype: bf16 gradients do not go with precision "
           "fp32; allowed: fp32"},
          {{"optimizer.betas=[0.9]"},
           "--set optimizer.betas=[0.9]: optimizer.betas: has 1 numbers; two are needed, as [0.9, "
           "0.95]"},
          {{"model.hidden_dropout=1.0"},
           "--set model.hidden_dropout=1.0: model.hidden_dropout: is 1; it must be in [0, 1)"},
          {{"optimizer.clip_grad=-1"},
           "--set optimizer.clip_grad=-1: optimizer.clip_grad: is -1; it must be >= 0"},
          {{"training.data=a.txt", "training.batches=b.safetensors"},
           "--set training.batches=b.safetensors: training.batches: training.data and "
           "training.batches are both given; give one of them"},
          {{"loss_scale.initial=0.5"},
           "--set loss_scale.initial=0.5: loss_scale.initial: initial scale 0.5 is below "
           "loss_scale.min 1"},
      }) {
    std::string expected = row.fault;
    if (expected.starts_with("FILE")) expected.replace(0, 4, "s.yaml");
    EXPECT_EQ(faults_of(t0, row.overrides), expected);
  }
}

TEST(Check, AcceptsHeadsThatDoNotDivideWhenHeadDimIsGiven) {
  const Scenario scenario =
      read_one(t0, {"model.hidden_size=1024", "model.num_attention_heads=12", "model.head_dim=64"});
  EXPECT_EQ(scenario.plan.model.query_width(), 768);
}

TEST(Check, AcceptsSequenceParallelOnOneTensorRank) {
  EXPECT_EQ(faults_of(t0, {"parallel.sequence_parallel=true"}), "no fault");
}

TEST(Check, RefusesModelsAndMeshesThatCannotBeCounted) {
  EXPECT_NE(faults_of(t0, {"model.hidden_size=2e9", "model.num_layers=2e9"}).find("2^53"),
            std::string::npos);
  EXPECT_NE(faults_of(t0, {"parallel.tensor_model_parallel_size=4",
                           "parallel.pipeline_model_parallel_size=4",
                           "parallel.data_parallel_size=2e9", "training.global_batch_size=2e9"})
                .find("ranks are too many; at most 2147483647"),
            std::string::npos);
}

// C39, C41, C49: every layer belongs to exactly one stage, the first stages hold one more.
TEST(EvenLayers, GivesTheFirstStagesOneMore) {
  using Counts = std::vector<std::int64_t>;
  EXPECT_EQ(even_layers(30, 4), (Counts{8, 8, 7, 7}));
  EXPECT_EQ(even_layers(7, 2), (Counts{4, 3}));
  EXPECT_EQ(even_layers(10, 3), (Counts{4, 3, 3}));
  EXPECT_EQ(even_layers(5, 4), (Counts{2, 1, 1, 1}));
}

// C03: pythia's table is 50304, 50432 or 50688 rows for t = 1, 2, 4. C45: 129 rows at t = 2.
TEST(PaddedVocabulary, IsAMultipleOfTheUnitTimesT) {
  EXPECT_EQ(padded_vocabulary(50277, 128, 1), 50304);
  EXPECT_EQ(padded_vocabulary(50277, 128, 2), 50432);
  EXPECT_EQ(padded_vocabulary(50277, 128, 4), 50688);
  EXPECT_EQ(padded_vocabulary(129, 1, 2), 130);
  EXPECT_EQ(padded_vocabulary(128, 1, 4), 128);
}

TEST(DivisorsOf, ListsAllOrTheEnds) {
  EXPECT_EQ(divisors_of(6), "1, 2, 3, 6");
  EXPECT_EQ(divisors_of(49), "1, 7, 49");
  // 5040 has 60 divisors.
  EXPECT_EQ(divisors_of(5040), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, ..., 5040");
}

}  // namespace
}  // namespace scenarios::test
