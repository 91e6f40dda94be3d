#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/scenarios/reader/reading.hpp"

namespace scenarios::test {
namespace {

using Overrides = std::vector<std::string>;
using sim::Dtype;

parallel::PrecisionPlan precision(const Overrides& overrides) {
  return read_one(t0, overrides).plan.precision;
}

TEST(Precision, StoresWeightsAndGradientsAlikeUnlessFp32IsAskedFor) {
  const auto bf16 = precision({"precision=bf16"});
  EXPECT_EQ(bf16.weights, Dtype::bf16);
  EXPECT_EQ(bf16.gradients, Dtype::bf16);
  EXPECT_FALSE(bf16.master || bf16.loss_scaling || bf16.int8_matrices);
  const auto fp16 = precision({"precision=fp16", "gradient_dtype=fp32"});
  EXPECT_EQ(fp16.weights, Dtype::fp16);
  EXPECT_EQ(fp16.gradients, Dtype::fp32);
  EXPECT_FALSE(fp16.master);
  EXPECT_TRUE(fp16.loss_scaling);
  EXPECT_FALSE(precision({"precision=mixed_bf16"}).loss_scaling);
  EXPECT_TRUE(precision({"precision=mixed_fp16"}).loss_scaling);
}

TEST(Precision, RefusesOtherGradients) {
  EXPECT_EQ(faults_of(t0, {"precision=fp16", "gradient_dtype=bf16"}),
            "--set gradient_dtype=bf16: gradient_dtype: bf16 gradients do not go with precision "
            "fp16; allowed: fp16, fp32");
  EXPECT_EQ(faults_of(t0, {"precision=bf16", "gradient_dtype=fp16"}),
            "--set gradient_dtype=fp16: gradient_dtype: fp16 gradients do not go with precision "
            "bf16; allowed: bf16, fp32");
  EXPECT_EQ(faults_of(t0, {"precision=int8"}),
            "--set precision=int8: precision: int8 weights cannot be trained; give mode: "
            "inference, or another precision");
}

TEST(Optimizer, IsPlainSgdUnlessMoreIsAskedFor) {
  const auto sgd = read_one(t0, {"optimizer.type=sgd", "optimizer.lr=0.1"}).plan.optimizer;
  EXPECT_EQ(sgd.type, parallel::OptimizerType::sgd);
  EXPECT_EQ(sgd.adamw.learning_rate, 0.1);
  EXPECT_EQ(sgd.momentum, 0.9);
  EXPECT_EQ(sgd.weight_decay, 0.0);
  EXPECT_EQ(sgd.clip_grad, 0.0);
  const auto given = read_one(t0, {"optimizer.type=sgd", "optimizer.weight_decay=0.2",
                                   "optimizer.clip_grad=3", "optimizer.momentum=0"})
                         .plan.optimizer;
  EXPECT_EQ(given.weight_decay, 0.2);
  EXPECT_EQ(given.clip_grad, 3.0);
  EXPECT_EQ(given.momentum, 0.0);
}

TEST(Optimizer, KeepsAdamwsDefaultsIn8Bits) {
  const auto adamw = read_one(t0, {"optimizer.type=adamw8bit"}).plan.optimizer;
  EXPECT_EQ(adamw.type, parallel::OptimizerType::adamw_8bit);
  EXPECT_EQ(adamw.weight_decay, 0.1);
  EXPECT_EQ(adamw.clip_grad, 1.0);
  EXPECT_EQ(adamw.adamw.beta_2, 0.95);
}

const Overrides generating{"mode=inference", "inference.prompt_length=20",
                           "inference.new_tokens=12"};

Overrides generating_with(const std::string& first, const Overrides& more = {}) {
  Overrides all{first};
  all.insert(all.end(), generating.begin(), generating.end());
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(Inference, CarriesItsLengths) {
  const parallel::Plan plan = read_one(t0, generating).plan;
  EXPECT_EQ(plan.mode, parallel::Mode::inference);
  EXPECT_EQ(plan.inference.prompt_length, 20);
  EXPECT_EQ(plan.inference.new_tokens, 12);
  EXPECT_EQ(plan.steps, 1);
  EXPECT_EQ(read_one(t0, {}).plan.mode, parallel::Mode::training);
}

TEST(Inference, StoresMatricesIn8Bits) {
  const Scenario scenario = read_one(t0, generating_with("precision=int8"));
  EXPECT_TRUE(scenario.plan.precision.int8_matrices);
  EXPECT_EQ(scenario.plan.precision.weights, Dtype::fp32);
  EXPECT_EQ(scenario.values.gradient_dtype, FloatType::fp32);
  EXPECT_FALSE(precision(generating_with("precision=fp16")).loss_scaling);
}

TEST(Inference, NeedsItsLengths) {
  EXPECT_EQ(faults_of(t0, {"mode=inference"}),
            "s.yaml:1: inference.prompt_length: is required with mode: inference\n"
            "s.yaml:1: inference.new_tokens: is required with mode: inference");
  EXPECT_EQ(
      faults_of(t0, {"inference.prompt_length=21", "inference.new_tokens=12", "mode=inference"}),
      "--set inference.prompt_length=21: inference.prompt_length: prompt_length 21 + "
      "new_tokens 12 = 33 exceeds max_position_embeddings 32; at most 32 rows of the "
      "position table can be used");
  EXPECT_EQ(faults_of(t0, {"inference.prompt_length=21", "inference.new_tokens=12",
                           "mode=inference", "model.architecture=llama"}),
            "no fault");
}

TEST(Inference, RefusesWhatBelongsToTraining) {
  struct Row {
    const char* override_text;
    const char* fault;
  };
  for (const Row& row : {
           Row{"optimizer.lr=0.1",
               "optimizer.lr: belongs to training, which mode: inference leaves out; remove the "
               "key"},
           {"gradient_dtype=fp32",
            "gradient_dtype: belongs to training, which mode: inference leaves out; remove the "
            "key"},
           {"loss_scale.initial=8",
            "loss_scale.initial: belongs to training, which mode: inference leaves out; remove "
            "the key"},
           {"zero.reduce_bucket_size=8",
            "zero.reduce_bucket_size: belongs to training, which mode: inference leaves out; "
            "remove the key"},
           {"zero.stage=2",
            "zero.stage: 2 with mode: inference: there are no gradients and optimizer states to "
            "shard; allowed: 0, 3"},
           {"precision=mixed_bf16",
            "precision: mixed_bf16 with mode: inference: its fp32 weights belong to the optimizer; "
            "allowed: fp32, fp16, bf16, int8"},
           {"recompute=full",
            "recompute: full with mode: inference: there is no backward to recompute for"},
           {"parallel.pipeline_schedule=interleaved",
            "parallel.pipeline_schedule: interleaved with mode: inference: a forward alone gains "
            "nothing from it; allowed: gpipe, 1f1b"},
           {"model.hidden_dropout=0.1",
            "model.hidden_dropout: 0.1 with mode: inference: nothing is dropped in it; leave it 0"},
           {"model.attention_dropout=0.1",
            "model.attention_dropout: 0.1 with mode: inference: nothing is dropped in it; leave it "
            "0"},
           {"training.steps=2",
            "training.steps: 2 with mode: inference: one generation is the step; leave it 1"},
       }) {
    EXPECT_EQ(faults_of(t0, generating_with(row.override_text)),
              std::string("--set ") + row.override_text + ": " + row.fault);
  }
  EXPECT_EQ(faults_of(t0, generating_with("precision=int8", {"zero.stage=3"})),
            "--set precision=int8: precision: int8 with zero.stage 3: the scale of a row goes with "
            "the row, which is not cut into shards");
  EXPECT_EQ(faults_of(t0, generating_with("parallel.sequence_parallel=true",
                                          {"parallel.tensor_model_parallel_size=2"})),
            "--set parallel.sequence_parallel=true: parallel.sequence_parallel: true with mode: "
            "inference: a decoded token is one position, which tensor ranks cannot split");
  EXPECT_EQ(faults_of(t0, generating_with("recompute=none", {"training.steps=1", "zero.stage=3"})),
            "no fault");
}

TEST(Hardware, IsRead) {
  const Scenario scenario = read_one(
      t0 +
      "hardware: {flops_per_second: 312e12, bandwidth_bytes_per_second: {tp: 300e9, dp: 25e9, "
      "pp: 25e9}, latency_seconds: 5e-6, memory_bytes: 80e9, stage_seconds: {forward: 1, "
      "backward: 2}}\n");
  const HardwareValues& hardware = scenario.values.hardware;
  EXPECT_EQ(hardware.flops_per_second, 312e12);
  EXPECT_EQ(hardware.bandwidth_bytes_per_second.tp, 300e9);
  EXPECT_EQ(hardware.latency_seconds, 5e-6);
  EXPECT_EQ(hardware.memory_bytes, 80e9);
  EXPECT_EQ(hardware.stage_seconds.backward, 2.0);
  EXPECT_EQ(read_one(t0, {"training.tokens=300e9"}).values.training.tokens, 300'000'000'000);
}

}  // namespace
}  // namespace scenarios::test
