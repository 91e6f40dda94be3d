#include "scenarios/fit/fit.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/commands/dry_run.hpp"
#include "tests/scenarios/reader/reading.hpp"

namespace scenarios {
namespace {

using test::read_one;
using test::t0;

std::optional<Fit> dry_fit(const std::string& yaml, const std::vector<std::string>& changes = {}) {
  const Scenario scenario = read_one(yaml, changes);
  std::optional<Fit> fit = fit_of(scenario, dry_result(scenario.plan));
  if (fit) fit->alternatives = nearest_alternatives(scenario);
  return fit;
}

const std::string memory = "hardware.memory_bytes=3.6e6";

// T0 in fp32 on two data ranks. P = 210,304, 16 bytes of states each: 3,364,864. One activation of
// s b h = 32 * 64 fp32 is A = 8,192 bytes; a layer keeps 16 A, a * s * s * 4 = 16,384 of the
// softmax and 2 * 256 of statistics, 147,968; the head 2 A, 16,384 of logits and 256: together
// 4 * 147,968 + 33,024 = 624,896. At the peak A of workspace and 512 bytes of input beside it.
constexpr std::int64_t peak_of_t0 = 3'364'864 + 624'896 + 8'192 + 512;

TEST(Fit, OfT0ByHand) {
  const auto fit = dry_fit(t0, {memory, "parallel.data_parallel_size=2"});
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->memory_bytes, 3.6e6);
  EXPECT_EQ(fit->worst_rank, 0);
  EXPECT_EQ(fit->equals, 2);
  EXPECT_EQ(fit->peak_bytes, peak_of_t0);
  EXPECT_FALSE(fit->fits());
  const auto filled = [&](sim::Category category) {
    return fit->filled_by.at(static_cast<std::size_t>(category));
  };
  EXPECT_EQ(filled(sim::Category::weights), 4 * 210'304);
  EXPECT_EQ(filled(sim::Category::optimizer), 8 * 210'304);
  EXPECT_EQ(filled(sim::Category::activations), 624'896);
  EXPECT_EQ(filled(sim::Category::communication), 0);
}

TEST(Fit, AlternativesOfT0ByHand) {
  const auto fit = dry_fit(t0, {memory, "parallel.data_parallel_size=2"});
  ASSERT_TRUE(fit);
  ASSERT_EQ(fit->alternatives.size(), 4U);
  const auto expect = [&](std::size_t index, const char* change, std::int64_t peak, bool fits) {
    const Alternative& alternative = fit->alternatives[index];
    EXPECT_EQ(alternative.change, change);
    EXPECT_EQ(alternative.ranks, 2) << change;
    ASSERT_TRUE(alternative.peak_bytes) << alternative.refusal;
    EXPECT_EQ(*alternative.peak_bytes, peak) << change;
    EXPECT_EQ(fit->holds(*alternative.peak_bytes), fits) << change;
  };
  // Half of the optimizer's 8 P goes to the other rank.
  expect(0, "zero.stage=1", peak_of_t0 - 4 * 210'304, true);
  // Four softmax outputs are not kept.
  expect(1, "recompute=selective", peak_of_t0 - 4 * 16'384, false);
  // Four checkpoints, the last layer replayed from its own, workspace of 5 A in its backward.
  expect(2, "recompute=full", 3'364'864 + 4 * 8'192 + (147'968 - 8'192) + 5 * 8'192 + 512, true);
  // 107,008 parameters a rank; 4 A of a layer are whole, 12 A and the softmax halved.
  expect(3, "parallel.tensor_model_parallel_size=2 parallel.data_parallel_size=1",
         16 * 107'008 + 4 * (10 * 8'192 + 8'192 + 512) + (2 * 8'192 + 8'192 + 256) + 8'192 + 512,
         true);
}

TEST(Fit, AtTheLastByte) {
  const auto with = [](std::int64_t bytes) {
    return dry_fit(t0, {"hardware.memory_bytes=" + std::to_string(bytes)});
  };
  EXPECT_TRUE(with(peak_of_t0)->fits());
  EXPECT_FALSE(with(peak_of_t0 - 1)->fits());
}

TEST(Fit, IsUnknownWithoutMemoryOrMeasurement) {
  EXPECT_FALSE(dry_fit(t0));
  EXPECT_FALSE(fit_of(read_one(t0, {memory}), RunResult{}));
}

TEST(Fit, TheWorstRankIsTheFirstThatHeldMost) {
  RunResult run;
  run.ranks.resize(4);
  for (std::size_t i = 0; i < 4; ++i) {
    run.ranks[i].rank = static_cast<int>(10 * i);
    run.ranks[i].count = 10;
    run.ranks[i].memory.total_peak = i == 0 ? 5 : i == 3 ? 6 : 7;
  }
  const auto fit = fit_of(read_one(t0, {memory}), run);
  EXPECT_EQ(fit->worst_rank, 10);
  EXPECT_EQ(fit->equals, 20) << "two classes of ten";
  EXPECT_EQ(fit->peak_bytes, 7);
}

TEST(Alternatives, OddDataRanksDoubleTheWorld) {
  const auto found = nearest_alternatives(read_one(t0));
  EXPECT_EQ(found.back().change, "parallel.tensor_model_parallel_size=2");
  EXPECT_EQ(found.back().ranks, 2);
}

TEST(Alternatives, SayWhyOneIsRefused) {
  const auto found = nearest_alternatives(read_one(t0, {"parallel.tensor_model_parallel_size=4"}));
  EXPECT_EQ(found.back().change, "parallel.tensor_model_parallel_size=8");
  EXPECT_FALSE(found.back().peak_bytes);
  EXPECT_EQ(found.back().refusal,
            "model.num_attention_heads 4 is not divisible by tensor_model_parallel_size 8 "
            "(remainder 4)");
}

TEST(Alternatives, EndWhereNothingIsLeft) {
  const auto found = nearest_alternatives(read_one(t0, {"zero.stage=3", "recompute=full"}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].change, "parallel.tensor_model_parallel_size=2");
}

TEST(Alternatives, InferenceGoesToStageThree) {
  const auto found = nearest_alternatives(
      read_one(t0, {"mode=inference", "inference.prompt_length=16", "inference.new_tokens=4"}));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].change, "zero.stage=3");
  EXPECT_TRUE(found[0].peak_bytes) << found[0].refusal;
}

// 12 L h^2 + 13 L h + V h + s h + 2 h = 174,615,846,912 parameters of 16 bytes on one rank.
TEST(Fit, OneRankWithGpt3) {
  const auto fit = dry_fit(
      "model: {num_layers: 96, hidden_size: 12288, num_attention_heads: 96, vocab_size: 51200, "
      "seq_length: 2048}\n"
      "precision: mixed_fp16\n"
      "hardware: {memory_bytes: 80e9}\n"
      "training: {micro_batch_size: 1, global_batch_size: 16}\n");
  ASSERT_TRUE(fit);
  EXPECT_FALSE(fit->fits());
  EXPECT_GT(fit->peak_bytes, 16 * 174'615'846'912);
  EXPECT_EQ(fit->filled_by.at(static_cast<std::size_t>(sim::Category::optimizer)),
            12 * 174'615'846'912);
  for (const Alternative& alternative : fit->alternatives) {
    ASSERT_TRUE(alternative.peak_bytes) << alternative.change << ": " << alternative.refusal;
    EXPECT_FALSE(fit->holds(*alternative.peak_bytes)) << alternative.change;
  }
}

}  // namespace
}  // namespace scenarios
