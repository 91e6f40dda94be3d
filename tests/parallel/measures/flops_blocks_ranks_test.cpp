// MEASURES.md, "FLOPs": recomputation and other blocks than GPT-2's. T0's sizes, one sequence:
//   query, key, value 2 * 32 * 64 * (64 + 2 max(k, t) 16)     scores and values 262,144
//   projection 262,144      MLP 4 * 32 * 64 * 256 = 2,097,152, gated 6 * ... = 3,145,728
// the head 524,288. GPT-2's layer 3,407,872; Llama's with two key/value heads 4,194,304.

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0_blocks.hpp"

namespace {

using sim::Phase;
using test::flops;
using test::full;
using test::keeping;
using test::llama_t0;
using test::measure;
using test::neox_t0;
using test::on;
using test::selective;
using test::t0;

/// Backward is twice the forward exactly.
void expect_matmul(const parallel::Plan& plan, std::int64_t forward, std::int64_t recompute) {
  const auto measured = measure(plan);
  EXPECT_EQ(flops(measured, Phase::forward).matmul, forward);
  EXPECT_EQ(flops(measured, Phase::backward).matmul, 2 * forward);
  EXPECT_EQ(flops(measured, Phase::recompute).matmul, recompute);
  EXPECT_EQ(flops(measured, Phase::optimizer).matmul, 0);
}

std::int64_t forward_of(const parallel::Plan& plan) {
  return flops(measure(plan), Phase::forward).matmul;
}

// Selective: scores and values again, 4 b s^2 q = 262,144 a layer; full: the layers, never the
// head. Two micro-batches double it, two ranks halve it.
TEST(BlockFlopsOn1, Recomputation) {
  expect_matmul(keeping(on(t0(), {}, 0, 1), selective), 14155776, 4 * 262144);
  expect_matmul(keeping(on(t0(), {}, 0, 1), full), 14155776, 13631488);
  expect_matmul(keeping(on(t0(), {}, 0, 2), full), 2 * 14155776, 2 * 13631488);
}

TEST(BlockFlopsOn2, RecomputationIsDividedToo) {
  for (const bool sequence_parallel : {false, true}) {
    const auto plan = on(t0(), {.tp = 2}, 0, 1);
    expect_matmul(keeping(plan, {sim::Recompute::selective, sequence_parallel}), 7077888, 524288);
    expect_matmul(keeping(plan, {sim::Recompute::full, sequence_parallel}), 7077888, 6815744);
    expect_matmul(keeping(plan, {sim::Recompute::none, sequence_parallel}), 7077888, 0);
  }
  expect_matmul(keeping(on(t0(), {.tp = 2}, 0, 1), test::full_partitioned), 7077888, 6815744);
}

// A stage recomputes its own layers: two of 3,407,872 on either, the head's 524,288 on neither.
TEST(BlockFlopsOn2, StagesRecomputeTheirLayers) {
  const auto measured = measure(keeping(on(t0(), {.pp = 2}, 0, 3), full));
  EXPECT_EQ(flops(measured, Phase::recompute).matmul, 3 * 6815744);
  EXPECT_EQ(flops(measured, Phase::forward).matmul,
            3 * (measured.at.pp == 0 ? 6815744 : 6815744 + 524288));
}

// What is computed again has the same element-wise operations as the first time: a layer's forward
// is that of two layers less that of one, and so is its replay.
TEST(BlockFlopsOn1, ElementwiseOfAReplayIsThatOfTheForward) {
  auto one = keeping(on(test::with_stages(t0(), {1}), {}, 0, 1), full);
  const auto two = measure(keeping(on(test::with_stages(t0(), {2}), {}, 0, 1), full));
  const auto first = measure(one);
  const auto layer =
      flops(two, Phase::forward).elementwise - flops(first, Phase::forward).elementwise;
  EXPECT_GT(layer, 0);
  EXPECT_EQ(flops(first, Phase::recompute).elementwise, layer);
  EXPECT_EQ(flops(two, Phase::recompute).elementwise, 2 * layer);
}

// Llama, four layers: with two heads 16,777,216 and the head; with four 262,144 a layer more, with
// one 131,072 less.
TEST(BlockFlopsOn1, GroupedHeadsAndGates) {
  expect_matmul(on(llama_t0(2), {}, 0, 1), 17301504, 0);
  expect_matmul(on(llama_t0(4), {}, 0, 1), 17301504 + 4 * 262144, 0);
  expect_matmul(on(llama_t0(1), {}, 0, 1), 17301504 - 4 * 131072, 0);
  expect_matmul(keeping(on(llama_t0(2), {}, 0, 1), full), 17301504, 16777216);
  expect_matmul(keeping(on(llama_t0(2), {}, 0, 1), selective), 17301504, 4 * 262144);
}

// One head on two ranks is projected on both: max(k, t) = 2 heads' worth, a half each.
TEST(BlockFlopsOn2, SharedHeadsAreComputedOnEachRank) {
  expect_matmul(on(llama_t0(2), {.tp = 2}, 0, 1), 8650752, 0);
  expect_matmul(on(llama_t0(1), {.tp = 2}, 0, 1), 8650752, 0);
}

// On four ranks as many: a quarter of 4 * 4,456,448 + 524,288.
TEST(BlockFlopsOn4, SharedHeadsAreComputedOnEachRank) {
  for (const std::int64_t kv_heads : {4, 2, 1}) {
    expect_matmul(on(llama_t0(kv_heads), {.tp = 4}, 0, 1), 4587520, 0);
    expect_matmul(keeping(on(llama_t0(kv_heads), {.tp = 4}, 0, 1), full), 4587520, 4456448);
  }
}

// NeoX's branches have GPT-2's products; one norm for both changes none, nor do norms of query and
// key.
TEST(BlockFlopsOn1, BlocksWithTheSameProducts) {
  auto plan = on(neox_t0(), {}, 0, 1);
  expect_matmul(plan, 14155776, 0);
  plan.model.block.shared_norm = true;
  expect_matmul(plan, 14155776, 0);
  auto normed = on(llama_t0(2), {}, 0, 1);
  normed.model.block.qk_layernorm = true;
  expect_matmul(normed, 17301504, 0);
}

/// Llama's block with eight heads of 8.
parallel::Plan eight_heads(std::int64_t kv_heads) {
  auto plan = llama_t0(kv_heads);
  plan.model.heads = 8;
  plan.model.head_dim = 8;
  return on(plan, {}, 0, 1);
}

// C89: a=8 kv=2 h=64: projections 2 h (2 h + 2 h k / a) = 20,480 a token, with eight key/value
// heads 32,768; scores do not change with k: they are what selective recomputation adds, 4 s^2 h =
// 262,144 a layer.
TEST(BlockFlopsOn1, C89GroupedHeads) {
  EXPECT_EQ(forward_of(eight_heads(2)), 4 * (32 * 20480 + 262144 + 3145728) + 524288);
  EXPECT_EQ(forward_of(eight_heads(8)), 4 * (32 * 32768 + 262144 + 3145728) + 524288);
  for (const std::int64_t kv_heads : {8, 2}) {
    EXPECT_EQ(flops(measure(keeping(eight_heads(kv_heads), selective)), Phase::recompute).matmul,
              4 * 262144);
  }
}

/// Forward and backward of the model of C83 at a length of s.
std::int64_t step_of_c83(std::int64_t s) {
  auto plan = t0();
  plan.model.layers = 6;
  plan.model.hidden = 512;
  plan.model.heads = plan.model.kv_heads = 8;
  plan.model.head_dim = 64;
  plan.model.ffn_hidden = 2048;
  plan.model.vocabulary = plan.model.padded_vocabulary = 50304;
  plan.model.positions = plan.model.sequence_length = s;
  plan.layers_per_stage = {6};
  plan.optimizer.type = parallel::OptimizerType::sgd;
  plan.optimizer.momentum = 0;
  const auto zeros = [](const std::string&, std::int64_t, std::span<float> values) {
    std::fill(values.begin(), values.end(), 0.0F);
  };
  const auto measured =
      parallel::train(test_support::session(), plan, test::counting_batches(plan), zeros, {})
          .measurement.value();
  return flops(measured, Phase::forward).matmul + flops(measured, Phase::backward).matmul;
}

// C83: L=6 h=512 V=50304. A step of s tokens is A s + B s^2; of s = 4 and 8 it follows for s =
// 2,048: 386,547,056,640 in the layers and 316,485,402,624 in the head.
TEST(BlockFlopsOn1, C83TheVocabularysShare) {
  const std::int64_t four = step_of_c83(4);
  const std::int64_t eight = step_of_c83(8);
  const std::int64_t squares = (eight - 2 * four) / 32;  // 64 B - 2 * 16 B
  const std::int64_t linear = (four - 16 * squares) / 4;
  EXPECT_EQ(2048 * linear + 2048 * 2048 * squares, 703032459264);
  EXPECT_EQ(linear, 72 * 6 * 512 * 512 + 6 * 512 * 50304);
}

}  // namespace
