// MEASURES.md on inference: T0's sizes, two sequences a micro-batch, prompts of 20 tokens and 12
// new ones: 32 positions, 12 passes of 40 and eleven times 2 rows, 62 in all.

#include <gtest/gtest.h>

#include "parallel/generate.hpp"
#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0_blocks.hpp"

namespace {

using ranks::Axis;
using ranks::Operation;
using sim::Category;
using sim::Item;
using sim::Phase;
using test::bytes;
using test::expect_traffic;
using test::llama_t0;
using test::on;
using test::t0;

parallel::Plan inference(parallel::Plan plan, ranks::MeshShape mesh, int stage, std::int64_t m) {
  plan.mode = parallel::Mode::inference;
  plan.inference = {.prompt_length = 20, .new_tokens = 12};
  plan.micro_batch_size = 2;
  return on(plan, mesh, stage, m);
}

parallel::Measurement measure(const parallel::Plan& plan) {
  return parallel::generate(test_support::session(), plan, test::counting_batches(plan), {})
      .measurement.value();
}

/// All layers' caches: kept when the last pass ends, and nothing else of activations ever.
void expect_cache(const parallel::Plan& plan, std::int64_t expected) {
  const auto measured = measure(plan);
  EXPECT_EQ(bytes(measured, Item::attention_kv_cache).kept, expected);
  EXPECT_EQ(bytes(measured, Item::attention_kv_cache).peak, expected);
  EXPECT_EQ(bytes(measured, Category::activations).kept, expected);
  EXPECT_EQ(bytes(measured, Category::activations).peak, expected);
  EXPECT_EQ(bytes(measured, Category::activations).end, 0);
}

// 2 A b 32 k hd a layer: 32,768 bytes in fp32, a half in 16 bits; micro-batches one after the other
// need no more. Int8 computes in fp32.
TEST(InferenceOn1, Caches) {
  auto plan = inference(t0(), {}, 0, 1);
  expect_cache(plan, 4 * 32768);
  expect_cache(inference(t0(), {}, 0, 3), 4 * 32768);
  plan.precision = test::bf16;
  expect_cache(plan, 4 * 16384);
  plan.precision = {.int8_matrices = true};
  expect_cache(plan, 4 * 32768);
  expect_cache(inference(llama_t0(2), {}, 0, 1), 4 * 16384);
  expect_cache(inference(llama_t0(1), {}, 0, 1), 4 * 8192);
}

// A rank holds max(k / t, 1) heads of 8,192 bytes a layer; a stage its own layers.
TEST(InferenceOn2, Caches) {
  expect_cache(inference(t0(), {.tp = 2}, 0, 1), 4 * 16384);
  expect_cache(inference(llama_t0(2), {.tp = 2}, 0, 1), 4 * 8192);
  expect_cache(inference(llama_t0(1), {.tp = 2}, 0, 1), 4 * 8192);
  expect_cache(inference(t0(), {.pp = 2}, 0, 1), 2 * 32768);
  expect_cache(inference(t0(), {.dp = 2}, 0, 1), 4 * 32768);
}

TEST(InferenceOn4, Caches) {
  for (const std::int64_t kv_heads : {4, 2, 1}) {
    expect_cache(inference(llama_t0(kv_heads), {.tp = 4}, 0, 1), 4 * 8192);
  }
}

/// Only the forward is computed.
void expect_matmul(const parallel::Plan& plan, std::int64_t expected) {
  const auto measured = measure(plan);
  EXPECT_EQ(test::flops(measured, Phase::forward).matmul, expected);
  for (const Phase phase : {Phase::backward, Phase::recompute, Phase::optimizer}) {
    EXPECT_EQ(test::flops(measured, phase).matmul, 0);
    EXPECT_EQ(test::flops(measured, phase).elementwise, 0);
  }
}

// Llama with two heads: 2 h (64 + 64) + 2 h 64 + 6 h 256 = 122,880 a token and layer, of 31
// positions and two sequences; scores and sums 4 * 64 * (20 * 20 + 21 + ... + 31 = 686) a sequence
// and layer; the head 16,384 a pass and sequence.
TEST(InferenceOn1, Flops) {
  constexpr std::int64_t layers = 2 * 4 * (31 * 122880 + 4 * 64 * 686);
  static_assert(layers + 24 * 16384 == 32272384);
  expect_matmul(inference(llama_t0(2), {}, 0, 1), 32272384);
  expect_matmul(inference(llama_t0(2), {}, 0, 3), 3 * std::int64_t{32272384});
}

TEST(InferenceOn2, FlopsAreDividedByT) {
  expect_matmul(inference(llama_t0(2), {.tp = 2}, 0, 1), 16136192);
}

// A pass: two all-reduces a layer and one of the embedding, 256 bytes a row; greedy decoding
// compares the largest logits, 4 bytes a sequence, and their columns, 8. The tokens are one call of
// 16 bytes a pass on `control`.
TEST(InferenceOn2, TensorParallelTraffic) {
  const auto measured = measure(inference(t0(), {.tp = 2}, 0, 1));
  expect_traffic(measured, Axis::tp, Operation::all_reduce, 12 * (9 + 2),
                 9 * 62 * 256 + 12 * (2 * 4 + 2 * 8));
  expect_traffic(measured, Axis::control, Operation::all_reduce, 12, 12 * 16);
  expect_traffic(measured, Axis::tp, Operation::all_gather, 0, 0);
}

// No gradients, no optimizer; weights W N, or their shards, gathered module by module: 28 calls a
// pass, the tied table twice, the largest 16,640 elements.
TEST(InferenceOn2, WeightsAlone) {
  for (const int stage : {0, 3}) {
    const auto measured = measure(inference(t0(), {.dp = 2}, stage, 1));
    EXPECT_EQ(measured.parameters, 210304);
    test::expect_constant(measured, Category::weights, stage == 0 ? 841216 : 420608);
    test::expect_constant(measured, Category::gradients, 0);
    test::expect_constant(measured, Category::optimizer, 0);
    EXPECT_EQ(bytes(measured, Category::live_parameters).peak, stage == 0 ? 0 : 4 * 16640);
    const bool gathers = stage == 3;
    expect_traffic(measured, Axis::dp, Operation::all_gather, gathers ? 12 * 28 : 0,
                   gathers ? 12 * 4 * (210304 + 8192) : 0);
    expect_traffic(measured, Axis::dp, Operation::all_reduce, 0, 0);
  }
}

// Two ranks: 24,576 codes a layer and 64 + 32 + 64 + 128 rows of 4 bytes; its vectors are a half of
// 448 and 384 whole; tables 4,096 + 2,048, final norm 128.
TEST(InferenceOn2, Int8OnTwoRanks) {
  auto plan = inference(t0(), {.tp = 2}, 0, 1);
  plan.precision = {.int8_matrices = true};
  test::expect_constant(measure(plan), Category::weights,
                        4 * (24576 + 4 * 288 + 4 * (224 + 384)) + 4 * (4096 + 2048 + 128));
}

// Llama's matrices are [out, in]: rows of query 64, key and value 32 each, projection 64, gate and
// up 256 each, down 64: 768, and 61,440 codes; norms 128.
TEST(InferenceOn1, Int8OfLlama) {
  auto plan = inference(llama_t0(2), {}, 0, 1);
  plan.precision = {.int8_matrices = true};
  test::expect_constant(measure(plan), Category::weights,
                        4 * (61440 + 4 * 768 + 4 * 128) + 4 * (8192 + 8192 + 64));
}

}  // namespace
