#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

using Overrides = std::vector<std::string>;

struct Row {
  Overrides overrides;  // of t0: L=4 h=64 a=4 s=32 V=128 b=1 B=4
  const char* fault;    // after "--set KEY=VALUE: "
};

// Each fault belongs to the first override.
void expect_faults(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    EXPECT_EQ(faults_of(t0, row.overrides), "--set " + row.overrides.front() + ": " + row.fault);
  }
}

TEST(Block, RefusesWhatDoesNotFitTogether) {
  expect_faults({
      {{"model.num_key_value_heads=3"},
       "model.num_key_value_heads: num_attention_heads 4 is not divisible by num_key_value_heads 3 "
       "(remainder 1); counts that divide it: 1, 2, 4"},
      {{"model.num_key_value_heads=8"},
       "model.num_key_value_heads: num_attention_heads 4 is not divisible by num_key_value_heads 8 "
       "(remainder 4); counts that divide it: 1, 2, 4"},
      {{"model.rotary_percent=0.3", "model.architecture=llama", "model.head_dim=10"},
       "model.rotary_percent: rotary_percent 0.3 of head_dim 10 is 3 channels; rope turns pairs: "
       "an even number, at least 2"},
      {{"model.rotary_percent=0.1", "model.architecture=gpt_neox"},
       "model.rotary_percent: rotary_percent 0.1 of head_dim 16 is 1 channels; rope turns pairs: "
       "an even number, at least 2"},
      {{"model.rotary_percent=0", "model.position_embedding_type=rope"},
       "model.rotary_percent: rotary_percent 0 of head_dim 16 is 0 channels; rope turns pairs: an "
       "even number, at least 2"},
      {{"model.head_dim=7", "model.position_embedding_type=rope"},
       "model.head_dim: rotary_percent 1 of head_dim 7 is 7 channels; rope turns pairs: an even "
       "number, at least 2"},
      {{"model.shared_norm=true"},
       "model.shared_norm: true needs parallel_residual: true; one after the other, attention and "
       "MLP have different inputs"},
      {{"model.activation_func=relu"},
       "model.activation_func: 'relu' is not one of: gelu_tanh gelu silu"},
  });
}

TEST(Block, AcceptsALengthBeyondPositionsThatAreNotInATable) {
  for (const char* type : {"rope", "none"}) {
    EXPECT_EQ(faults_of(t0, {"model.max_position_embeddings=16",
                             std::string("model.position_embedding_type=") + type}),
              "no fault");
  }
}

TEST(TensorParallel, RefusesWhatItsRanksCannotShare) {
  expect_faults({
      {{"parallel.tensor_model_parallel_size=4", "model.num_attention_heads=12",
        "model.hidden_size=48", "model.num_key_value_heads=6"},
       "parallel.tensor_model_parallel_size: tensor_model_parallel_size 4 neither divides "
       "num_key_value_heads 6 nor is a multiple of it; sizes that divide it: 1, 2, 3, 6"},
      {{"parallel.tensor_model_parallel_size=4", "model.seq_length=30",
        "parallel.sequence_parallel=true"},
       "parallel.tensor_model_parallel_size: with sequence_parallel, seq_length 30 is not "
       "divisible by tensor_model_parallel_size 4 (remainder 2); sizes that divide it: 1, 2, 3, 5, "
       "6, 10, 15, 30"},
  });
}

TEST(TensorParallel, SharesKeyValueHeadsEitherWay) {
  for (const char* kv_heads : {"1", "2", "4"}) {
    EXPECT_EQ(faults_of(t0, {"parallel.tensor_model_parallel_size=2",
                             std::string("model.num_key_value_heads=") + kv_heads}),
              "no fault");
  }
  EXPECT_TRUE(
      read_one(t0, {"parallel.tensor_model_parallel_size=2", "parallel.sequence_parallel=true"})
          .plan.activations.sequence_parallel);
}

const Overrides interleaved{"parallel.pipeline_schedule=interleaved",
                            "parallel.virtual_pipeline_model_parallel_size=2",
                            "parallel.pipeline_model_parallel_size=2"};

TEST(Interleaving, DealsEqualChunks) {
  const Scenario scenario = read_one(t0, interleaved);
  EXPECT_EQ(scenario.plan.schedule, parallel::PipelineSchedule::interleaved);
  EXPECT_EQ(scenario.plan.virtual_stages, 2);
  EXPECT_EQ(scenario.plan.layers_per_stage, (std::vector<std::int64_t>{1, 1, 1, 1}));
  EXPECT_EQ(scenario.values.parallel.num_layers_per_stage, (std::vector<std::int64_t>{1, 1, 1, 1}));
}

TEST(Interleaving, TakesLayersDealtByHand) {
  Overrides overrides = interleaved;
  overrides.emplace_back("model.num_layers=7");
  overrides.emplace_back("parallel.num_layers_per_stage=[3, 1, 2, 1]");
  EXPECT_EQ(read_one(t0, overrides).plan.layers_per_stage, (std::vector<std::int64_t>{3, 1, 2, 1}));
}

TEST(Interleaving, WithOneChunkIsPlain) {
  const Scenario scenario = read_one(t0, {"parallel.pipeline_schedule=interleaved"});
  EXPECT_EQ(scenario.plan.schedule, parallel::PipelineSchedule::one_forward_one_backward);
  EXPECT_EQ(scenario.plan.virtual_stages, 1);
}

TEST(Interleaving, RefusesWhatCannotBeDealt) {
  expect_faults({
      {{"parallel.virtual_pipeline_model_parallel_size=2"},
       "parallel.virtual_pipeline_model_parallel_size: 2 needs pipeline_schedule: interleaved; it "
       "is 1f1b"},
      {{"parallel.virtual_pipeline_model_parallel_size=2", "parallel.pipeline_schedule=gpipe",
        "parallel.pipeline_model_parallel_size=2"},
       "parallel.virtual_pipeline_model_parallel_size: 2 needs pipeline_schedule: interleaved; it "
       "is gpipe"},
      {{"parallel.virtual_pipeline_model_parallel_size=2",
        "parallel.pipeline_schedule=interleaved"},
       "parallel.virtual_pipeline_model_parallel_size: 2 needs a pipeline of at least 2 stages; "
       "pipeline_model_parallel_size is 1"},
      {{"parallel.virtual_pipeline_model_parallel_size=3", "parallel.pipeline_schedule=interleaved",
        "parallel.pipeline_model_parallel_size=2"},
       "parallel.virtual_pipeline_model_parallel_size: 2 stages of 3 virtual stages for 4 layers: "
       "a virtual stage needs at least one layer; at most 4 of them"},
      {{"parallel.virtual_pipeline_model_parallel_size=2", "model.num_layers=6",
        "parallel.pipeline_schedule=interleaved", "parallel.pipeline_model_parallel_size=2"},
       "parallel.virtual_pipeline_model_parallel_size: num_layers 6 is not divisible by 2 stages * "
       "2 virtual stages = 4 (remainder 2); products that divide it: 1, 2, 3, 6; or give "
       "num_layers_per_stage with 4 entries"},
      {{"parallel.num_layers_per_stage=[2, 2]", "parallel.virtual_pipeline_model_parallel_size=2",
        "parallel.pipeline_schedule=interleaved", "parallel.pipeline_model_parallel_size=2"},
       "parallel.num_layers_per_stage: [2, 2] has 2 entries; 2 stages of 2 virtual stages need 4"},
      {{"training.global_batch_size=3", "parallel.virtual_pipeline_model_parallel_size=2",
        "parallel.pipeline_schedule=interleaved", "parallel.pipeline_model_parallel_size=2"},
       "training.global_batch_size: 3 micro-batches a step and replica are not a multiple of the 2 "
       "pipeline stages (remainder 1), which the interleaved schedule needs"},
  });
}

TEST(Recompute, IsCarried) {
  const auto recompute = [](const char* word) {
    return read_one(t0, {std::string("recompute=") + word}).plan.activations.recompute;
  };
  EXPECT_EQ(recompute("none"), sim::Recompute::none);
  EXPECT_EQ(recompute("selective"), sim::Recompute::selective);
  EXPECT_EQ(recompute("full"), sim::Recompute::full);
}

TEST(PartitionActivations, NeedsCheckpointsThatTensorRanksShare) {
  EXPECT_TRUE(read_one(t0, {"zero.partition_activations=true", "recompute=full",
                            "parallel.tensor_model_parallel_size=2"})
                  .plan.activations.partition_activations);
  expect_faults({
      {{"zero.partition_activations=true", "recompute=selective",
        "parallel.tensor_model_parallel_size=2"},
       "zero.partition_activations: true needs recompute: full, whose checkpoints it splits; it is "
       "selective"},
      {{"zero.partition_activations=true", "recompute=full"},
       "zero.partition_activations: true needs tensor_model_parallel_size of at least 2; it is 1"},
      {{"zero.partition_activations=true", "recompute=full",
        "parallel.tensor_model_parallel_size=2", "parallel.sequence_parallel=true"},
       "zero.partition_activations: true with sequence_parallel: a checkpoint is one rank's part "
       "already; give one of them"},
      // 31 * 1 * 63 is odd
      {{"zero.partition_activations=true", "recompute=full",
        "parallel.tensor_model_parallel_size=2", "model.seq_length=31", "model.hidden_size=63",
        "model.head_dim=16"},
       "zero.partition_activations: a checkpoint of 31 * 1 * 63 elements is not divisible by "
       "tensor_model_parallel_size 2"},
  });
  // 30 * 1 * 62 = 1860 = 4 * 465, though 4 divides none of the factors
  EXPECT_EQ(faults_of(t0, {"zero.partition_activations=true", "recompute=full",
                           "parallel.tensor_model_parallel_size=4", "model.seq_length=30",
                           "model.hidden_size=62", "model.head_dim=16"}),
            "no fault");
}

TEST(Stage3Keys, AreAbsentUntilOneIsGiven) {
  EXPECT_FALSE(read_one(t0, {"zero.stage=3"}).plan.zero.stage3.has_value());
  const Scenario scenario = read_one(t0, {"zero.stage=3", "zero.stage3_max_live_parameters=0"});
  ASSERT_TRUE(scenario.plan.zero.stage3.has_value());
  EXPECT_EQ(scenario.plan.zero.stage3->max_live_parameters, 0);
  EXPECT_EQ(scenario.plan.zero.stage3->max_reuse_distance, 1'000'000'000);
  EXPECT_EQ(scenario.plan.zero.stage3->prefetch_bucket_size, 50'000'000);
  EXPECT_EQ(scenario.plan.zero.stage3->param_persistence_threshold, 100'000);
  EXPECT_EQ(scenario.plan.steps, 2);
  EXPECT_EQ(scenario.values.zero.stage3_prefetch_bucket_size, 50'000'000);
}

TEST(Stage3Keys, RefuseOtherStagesAndOneStep) {
  expect_faults({
      {{"zero.stage3_max_reuse_distance=5", "zero.stage=2"},
       "zero.stage3_max_reuse_distance: belongs to zero.stage 3; it is 2"},
      {{"training.steps=1", "zero.stage=3", "zero.stage3_param_persistence_threshold=5"},
       "training.steps: 1 with a stage-3 key would show the recording pass alone, in which nothing "
       "is prefetched or kept; at least 2"},
  });
  EXPECT_EQ(read_one(t0, {"zero.stage=3", "training.steps=3", "zero.stage3_prefetch_bucket_size=0"})
                .plan.steps,
            3);
}

}  // namespace
}  // namespace scenarios::test
