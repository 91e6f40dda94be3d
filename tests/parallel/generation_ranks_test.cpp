// Inference: a cache of keys and values gives what going through the whole text gives, on every
// layout the same, and what it holds is counted.

#include <gtest/gtest.h>

#include "parallel/generate.hpp"
#include "tests/parallel/measured.hpp"
#include "tests/parallel/small_blocks.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using parallel::Plan;

constexpr std::int64_t prompt_length = 5;
constexpr std::int64_t new_tokens = 4;

Plan inference(Plan plan) {
  plan.mode = parallel::Mode::inference;
  plan.inference = {.prompt_length = prompt_length, .new_tokens = new_tokens};
  plan.steps = 1;
  return plan;
}

std::vector<std::int64_t> generated(const Plan& plan, const parallel::BatchSource& batches) {
  return parallel::generate(test_support::session(), plan, batches, {}).generated;
}

std::vector<std::int64_t> generated(const Plan& plan) {
  return generated(plan, test::counting_batches(plan));
}

std::vector<Plan> all_blocks() {
  return {test::divisible_plan(), test::llama_plan(), test::neox_plan(), test::shared_norm_plan(),
          test::head_norms_plan()};
}

/// The first `known` new tokens are part of the prompts, so that all but one pass is saved.
std::vector<std::int64_t> next_without_cache(const Plan& base,
                                             const std::vector<std::int64_t>& tokens,
                                             std::int64_t known) {
  Plan plan = base;
  plan.inference = {.prompt_length = prompt_length + known, .new_tokens = 1};
  const parallel::BatchSource prompts = test::counting_batches(base);
  return generated(plan, [&](std::int64_t step, std::int64_t sequence,
                             std::span<std::int64_t> prompt, std::span<std::int64_t> labels) {
    prompts(step, sequence, prompt.first(prompt_length), labels);
    std::copy_n(tokens.begin() + sequence * new_tokens, known, prompt.begin() + prompt_length);
  });
}

TEST(GenerationOn1, TheCacheGivesWhatTheWholeTextGives) {
  for (const Plan& block : all_blocks()) {
    Plan plan = inference(block);
    // counting_batches numbers sequences by their length, so that prompts are asked for alone.
    const std::vector<std::int64_t> tokens = generated(plan);
    ASSERT_EQ(std::ssize(tokens), plan.global_batch_size * new_tokens);
    for (std::int64_t known = 0; known < new_tokens; ++known) {
      const std::vector<std::int64_t> next = next_without_cache(plan, tokens, known);
      for (std::int64_t sequence = 0; sequence < plan.global_batch_size; ++sequence) {
        EXPECT_EQ(next[static_cast<std::size_t>(sequence)],
                  tokens[static_cast<std::size_t>(sequence * new_tokens + known)])
            << block.model.names.norm_1 << ' ' << sequence << ' ' << known;
      }
    }
  }
}

void expect_every_layout_generates_alike() {
  const int ranks = test_support::session().size();
  for (const Plan& block : all_blocks()) {
    const Plan base = inference(block);
    std::vector<std::int64_t> reference = generated(base);
    for (const int dp : {1, 2, 4}) {
      for (const int tp : {1, 2, 4}) {
        const int pp = ranks / (dp * tp);
        if (pp == 0 || dp * tp * pp != ranks) continue;
        for (const int stage : {0, 3}) {
          const Plan plan = test::on_mesh(base, {dp, tp, pp}, stage, 2);
          const std::vector<std::int64_t> tokens = generated(plan);
          if (test_support::session().rank() != 0) continue;
          EXPECT_EQ(tokens, reference) << dp << ' ' << tp << ' ' << pp << ' ' << stage;
        }
      }
    }
  }
}

TEST(GenerationOn2, EveryLayoutGeneratesAlike) {
  expect_every_layout_generates_alike();
}
TEST(GenerationOn4, EveryLayoutGeneratesAlike) {
  expect_every_layout_generates_alike();
}
TEST(GenerationOn8, EveryLayoutGeneratesAlike) {
  expect_every_layout_generates_alike();
}

// T0's sizes (L=4 h=64): two sequences, prompts of 20 tokens, 12 new ones.
Plan t0_inference() {
  Plan plan = test::t0();
  plan.mode = parallel::Mode::inference;
  plan.inference = {.prompt_length = 20, .new_tokens = 12};
  plan.micro_batch_size = 2;
  plan.global_batch_size = 2;
  return plan;
}

parallel::Measurement measured(const Plan& plan) {
  return parallel::generate(test_support::session(), plan, test::counting_batches(plan), {})
      .measurement.value();
}

TEST(GenerationOn1, OnlyTheCacheIsKept) {
  // 2 (keys and values) * 4 bytes * 2 sequences * 32 positions * 64 channels a layer, four layers.
  const parallel::Measurement t0 = measured(t0_inference());
  EXPECT_EQ(test::bytes(t0, sim::Item::attention_kv_cache).kept, 131'072);
  EXPECT_EQ(test::bytes(t0, sim::Item::attention_kv_cache).peak, 131'072);
  EXPECT_EQ(test::bytes(t0, sim::Category::activations).peak, 131'072);
  EXPECT_EQ(test::bytes(t0, sim::Category::activations).end, 0);
  EXPECT_EQ(test::bytes(t0, sim::Category::weights).kept, 841'216);
  EXPECT_EQ(test::bytes(t0, sim::Category::gradients).peak, 0);
  EXPECT_EQ(test::bytes(t0, sim::Category::optimizer).peak, 0);
  EXPECT_EQ(test::bytes(t0, sim::Category::inputs).peak, 320);  // 8 * 2 * 20
}

TEST(GenerationOn1, ProductsOfPromptAndOfEachToken) {
  // Of one token 24 h^2 = 98,304 a layer, over 31 positions (the last token is not fed back) of 2
  // sequences; scores and sums 4 h keys a query: prompt 20 * 20, then 21 + ... + 31 = 286; head
  // 2 h V = 16,384 once a pass and sequence.
  const std::int64_t layers = 2 * 4 * (31 * 98'304 + 4 * 64 * (400 + 286));
  EXPECT_EQ(test::flops(measured(t0_inference()), sim::Phase::forward).matmul,
            layers + 2 * 12 * 16'384);
}

TEST(GenerationOn1, EightBitMatricesCarryAScaleARow) {
  Plan plan = t0_inference();
  plan.precision.int8_matrices = true;
  // A layer's matrices: 12 h^2 = 49,152 codes and 64 + 64 + 64 + 256 rows of 4 bytes; its vectors
  // 832 in fp32; tables 8,192 + 2,048 and the final norm 128 in fp32.
  EXPECT_EQ(test::bytes(measured(plan), sim::Category::weights).kept,
            4 * (49'152 + 4 * 448 + 4 * 832) + 4 * (8'192 + 2'048 + 128));
}

TEST(GenerationOn2, TensorRanksShareACacheAndASmallKvHead) {
  Plan plan = t0_inference();
  plan.mesh.tp = 2;
  plan.model.kv_heads = 1;
  // One head of 16 channels a rank: 2 * 4 * 2 * 32 * 16 a layer.
  EXPECT_EQ(test::bytes(measured(plan), sim::Item::attention_kv_cache).kept, 4 * 8'192);
}

TEST(GenerationOn2, TokensTravelOnControl) {
  Plan plan = t0_inference();
  plan.mesh.pp = 2;
  plan.layers_per_stage = {2, 2};
  const parallel::Measurement t0 = measured(plan);
  // 12 passes: 2 tokens of 8 bytes each; activations of 20 * 2 and 11 times 2 rows of 64 floats.
  test::expect_traffic(t0, ranks::Axis::control, ranks::Operation::all_reduce, 12, 192);
  const bool sends = t0.at.pp == 0;
  test::expect_traffic(t0, ranks::Axis::pp, ranks::Operation::send, sends ? 12 : 0,
                       sends ? (40 + 22) * 256 : 0);
}

}  // namespace
