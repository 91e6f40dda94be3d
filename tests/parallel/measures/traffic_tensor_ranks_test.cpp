// MEASURES.md, "Traffic", tensor-parallel: sequence parallelism, recomputation, other blocks and
// the gradients that ranks hold in parts. T0 in fp32: s b h = 2,048 elements, 8,192 bytes; loss
// vectors 4 s b = 128.

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0_blocks.hpp"

namespace {

using ranks::Axis;
using ranks::Operation;
using test::expect_traffic;
using test::full;
using test::full_partitioned;
using test::full_sequence_parallel;
using test::keeping;
using test::llama_t0;
using test::measure;
using test::neox_t0;
using test::on;
using test::selective;
using test::sequence_parallel;
using test::t0;

constexpr std::int64_t message = 8192;

/// Gathers and scatters of whole activations, and all-reduces of any size.
struct Expected {
  std::int64_t gathers;
  std::int64_t scatters;
  std::int64_t all_reduces;
  std::int64_t all_reduce_bytes;
};

void expect_tensor(const parallel::Plan& plan, const Expected& expected) {
  const auto measured = measure(plan);
  expect_traffic(measured, Axis::tp, Operation::all_gather, expected.gathers,
                 expected.gathers * message);
  expect_traffic(measured, Axis::tp, Operation::reduce_scatter, expected.scatters,
                 expected.scatters * message);
  expect_traffic(measured, Axis::tp, Operation::all_reduce, expected.all_reduces,
                 expected.all_reduce_bytes);
  expect_traffic(measured, Axis::tp, Operation::send, 0, 0);
}

// A micro-batch: six gathers and four scatters a layer, one of each at the embedding, two and one
// at the head: 27 and 18, and three loss vectors. Once a step the gradients of norms and row
// biases, C55: (4 h + 2 h) * 4 + 2 h = 1,664 elements.
TEST(TensorTrafficOn2, SequenceParallel) {
  expect_tensor(keeping(on(t0(), {.tp = 2}, 0, 3), sequence_parallel),
                {81, 54, 9 + 1, 9 * 128 + 4 * 1664});
}

// Ring volume 2 (t - 1) / t of 1,664 elements: 1,664 with two ranks. What the loss sends is known
// from a run without sequence parallelism's sums: three vectors of 32 elements.
TEST(TensorTrafficOn2, C55SumsOfNormsAndRowBiases) {
  const auto measured = measure(keeping(on(t0(), {.tp = 2}, 0, 1), sequence_parallel));
  const auto& sums = measured.traffic.at(Axis::tp, Operation::all_reduce);
  EXPECT_EQ(sums.calls - 3, 1);
  EXPECT_EQ((sums.bytes - 3 * 128) / 4, 1664);
  EXPECT_EQ(2 * (2 - 1) * ((sums.bytes - 3 * 128) / 4) / 2, 1664);
}

// With four ranks the payloads are the same: whole results and whole inputs.
TEST(TensorTrafficOn4, SequenceParallelOverFour) {
  expect_tensor(keeping(on(t0(), {.tp = 4}, 0, 1), sequence_parallel),
                {27, 18, 4, 3 * 128 + 4 * 1664});
}

// 16-bit gradients of norms and row biases, 2 * 1,664 bytes; the loss stays fp32.
TEST(TensorTrafficOn2, SumsHaveTheGradientsType) {
  auto plan = keeping(on(t0(), {.tp = 2}, 0, 1), sequence_parallel);
  plan.precision = test::mixed_bf16;
  const auto measured = measure(plan);
  expect_traffic(measured, Axis::tp, Operation::all_gather, 27, 27 * 4096);
  expect_traffic(measured, Axis::tp, Operation::all_reduce, 4, 3 * 128 + 2 * 1664);
  plan.precision = test::mixed_bf16_fp32_gradients;
  expect_traffic(measure(plan), Axis::tp, Operation::all_reduce, 4, 3 * 128 + 4 * 1664);
}

// Selective recomputation sends nothing more; full recomputation sends each layer's forward again:
// two all-reduces (six a layer), or two gathers and two scatters (eight and six).
TEST(TensorTrafficOn2, Recomputation) {
  const auto plan = on(t0(), {.tp = 2}, 0, 3);
  expect_tensor(keeping(plan, selective), {0, 0, 3 * 21, 3 * (18 * message + 3 * 128)});
  expect_tensor(keeping(plan, full), {0, 0, 3 * 29, 3 * (26 * message + 3 * 128)});
  expect_tensor(keeping(plan, full_sequence_parallel),
                {3 * (32 + 3), 3 * (24 + 2), 10, 9 * 128 + 4 * 1664});
}

// ZeRO-R: one gather a layer brings a checkpoint's parts together.
TEST(TensorTrafficOn2, PartitionedActivations) {
  expect_tensor(keeping(on(t0(), {.tp = 2}, 0, 3), full_partitioned),
                {3 * 4, 0, 3 * 29, 3 * (26 * message + 3 * 128)});
}

// Two stages of two layers: 12 gathers and 8 scatters, at the embedding one of each more, at the
// head two and one. 6 h a layer and 2 h of the final norm: 768 and 896 elements. Stages send each
// other halves.
TEST(TensorTrafficOn4, SequenceParallelOnTwoStages) {
  const auto plan = keeping(on(t0(), {.tp = 2, .pp = 2}, 0, 2), sequence_parallel);
  const auto measured = measure(plan);
  const bool is_first = measured.at.pp == 0;
  const std::int64_t gathers = 2 * (is_first ? 13 : 14);
  expect_traffic(measured, Axis::tp, Operation::all_gather, gathers, gathers * message);
  expect_traffic(measured, Axis::tp, Operation::reduce_scatter, 18, 18 * message);
  expect_traffic(measured, Axis::tp, Operation::all_reduce, is_first ? 1 : 7,
                 is_first ? 4 * 768 : 6 * 128 + 4 * 896);
  expect_traffic(measured, Axis::pp, Operation::send, 2, 2 * 4096);
  expect_traffic(measured, Axis::tied, Operation::all_reduce, 1, 4 * 4096);
}

// NeoX's branches are not fused: four all-reduces a layer, or six gathers and four scatters; two
// norms and two row biases a layer. With one norm for both, 4 h a layer: 1,024 + 128.
TEST(TensorTrafficOn2, ParallelBlocks) {
  auto plan = on(neox_t0(), {.tp = 2}, 0, 1);
  expect_tensor(plan, {0, 0, 21, 18 * message + 3 * 128});
  expect_tensor(keeping(plan, full), {0, 0, 29, 26 * message + 3 * 128});
  expect_tensor(keeping(plan, sequence_parallel), {27, 18, 4, 3 * 128 + 4 * 1664});
  expect_tensor(keeping(plan, full_sequence_parallel), {35, 26, 4, 3 * 128 + 4 * 1664});
  plan.model.block.shared_norm = true;
  expect_tensor(plan, {0, 0, 21, 18 * message + 3 * 128});
  expect_tensor(keeping(plan, sequence_parallel), {27, 18, 4, 3 * 128 + 4 * 1152});
}

// Llama has gains alone: 2 h a layer and h, 576 elements.
TEST(TensorTrafficOn2, LlamasNorms) {
  const auto plan = on(llama_t0(2), {.tp = 2}, 0, 1);
  expect_tensor(plan, {0, 0, 21, 18 * message + 3 * 128});
  expect_tensor(keeping(plan, sequence_parallel), {27, 18, 4, 3 * 128 + 4 * 576});
}

// One key/value head on two ranks: both have all of its weights, 2 * 16 * 64 a layer, 8,192
// elements, and sum their gradients once a step. Sequence parallelism's sum is another call.
TEST(TensorTrafficOn2, SharedKeyValueHeads) {
  const auto plan = on(llama_t0(1), {.tp = 2}, 0, 3);
  expect_tensor(plan, {0, 0, 3 * 21 + 1, 3 * (18 * message + 3 * 128) + 4 * 8192});
  expect_tensor(keeping(plan, sequence_parallel), {81, 54, 9 + 2, 9 * 128 + 4 * (576 + 8192)});
}

// Two heads on four ranks: pairs share one. Four heads on four: nothing is shared.
TEST(TensorTrafficOn4, HeadsAreSharedInGroups) {
  expect_tensor(on(llama_t0(2), {.tp = 4}, 0, 1),
                {0, 0, 21 + 1, 18 * message + 3 * 128 + 4 * 8192});
  expect_tensor(on(llama_t0(4), {.tp = 4}, 0, 1), {0, 0, 21, 18 * message + 3 * 128});
}

// Biases of query, key and value: 2 * 16 elements a layer more are shared.
TEST(TensorTrafficOn2, SharedHeadsHaveBiases) {
  auto plan = on(llama_t0(1), {.tp = 2}, 0, 1);
  plan.model.block.add_qkv_bias = true;
  expect_tensor(plan, {0, 0, 22, 18 * message + 3 * 128 + 4 * (8192 + 128)});
}

// Query and key norms have seen the rank's own heads alone, with or without sequence parallelism:
// two gains of 16 a layer, 128 elements; packed with sequence parallelism's 576.
TEST(TensorTrafficOn2, QueryAndKeyNorms) {
  auto plan = on(llama_t0(2), {.tp = 2}, 0, 1);
  plan.model.block.qk_layernorm = true;
  expect_tensor(plan, {0, 0, 22, 18 * message + 3 * 128 + 4 * 128});
  expect_tensor(keeping(plan, sequence_parallel), {27, 18, 4, 3 * 128 + 4 * (576 + 128)});
  plan.model.block.normalization = sim::Normalization::layer_norm;  // and two biases
  expect_tensor(plan, {0, 0, 22, 18 * message + 3 * 128 + 4 * 256});
}

// Stages 2 and 3 sum after every micro-batch; stages 0 and 1, and whatever the stage one replica,
// once a step. T0's one unit beside the table holds all 1,664 elements.
TEST(TensorTrafficOn4, SumsFollowTheReduction) {
  for (int stage = 0; stage <= 3; ++stage) {
    const std::int64_t times = stage >= 2 ? 2 : 1;
    expect_tensor(keeping(on(t0(), {.dp = 2, .tp = 2}, stage, 2), sequence_parallel),
                  {54, 36, 6 + times, 6 * 128 + times * 4 * 1664});
    expect_tensor(on(llama_t0(1), {.dp = 2, .tp = 2}, stage, 2),
                  {0, 0, 2 * 21 + times, 2 * (18 * message + 3 * 128) + times * 4 * 8192});
  }
}

TEST(TensorTrafficOn2, OneReplicaSumsOnceAtEveryStage) {
  for (int stage = 0; stage <= 3; ++stage) {
    expect_tensor(keeping(on(t0(), {.tp = 2}, stage, 2), sequence_parallel),
                  {54, 36, 6 + 1, 6 * 128 + 4 * 1664});
  }
}

// Buckets of 9,000 elements of the rank's halves, in reverse forward order. Last layer: ln_f 128,
// c_proj.bias 64, .weight 8,192, c_fc.bias 64 * 2 = 8,512; c_fc.weight 8,192, ln_2 128 and
// attn.c_proj.bias 64; attn.c_proj.weight 2,048, c_attn 6,240, ln_1 128 and the next layer's
// c_proj.bias 64; its c_proj.weight and c_fc.bias, 8,320, which hold no part; and so on: of a
// layer's three units two hold some, in the last layer three: 9. Positions and table hold none.
TEST(TensorTrafficOn4, OneSumAUnitThatHoldsAny) {
  for (const int stage : {2, 3}) {
    auto plan = keeping(on(t0(), {.dp = 2, .tp = 2}, stage, 2), sequence_parallel);
    plan.zero.reduce_bucket_size = 9000;
    expect_tensor(plan, {54, 36, 6 + 2 * 9, 6 * 128 + 2 * 4 * 1664});
    expect_traffic(measure(plan), Axis::dp, Operation::reduce_scatter, 2 * 14, 2 * 4 * 107008);
  }
}

// With one rank sequence parallelism changes nothing.
TEST(TensorTrafficOn1, OneRankSendsNothing) {
  for (const auto& plan : {sequence_parallel, full_sequence_parallel}) {
    expect_tensor(keeping(on(llama_t0(1), {}, 0, 2), plan), {0, 0, 0, 0});
  }
}

}  // namespace
