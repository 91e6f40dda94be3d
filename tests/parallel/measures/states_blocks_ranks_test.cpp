// MEASURES.md, "Weights, gradients, optimizer" and "Parameters" of other blocks, of sequence
// parallelism and of recomputation: sizes of T0 in fp32.

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0_blocks.hpp"

namespace {

using ranks::Axis;
using ranks::Operation;
using sim::Category;
using test::bytes;
using test::expect_traffic;
using test::full;
using test::keeping;
using test::llama_t0;
using test::measure;
using test::neox_t0;
using test::on;
using test::sequence_parallel;
using test::t0;

struct Parameters {
  std::int64_t own;
  std::int64_t whole;
};

void expect_parameters(const parallel::Plan& plan, const Parameters& expected) {
  const auto result =
      parallel::train(test_support::session(), plan, test::counting_batches(plan), {}, {});
  EXPECT_EQ(result.parameters, expected.whole);
  EXPECT_EQ(result.measurement.value().parameters, expected.own);
  test::expect_constant(result.measurement.value(), Category::weights, 4 * expected.own);
  test::expect_constant(result.measurement.value(), Category::gradients, 4 * expected.own);
  test::expect_constant(result.measurement.value(), Category::optimizer, 8 * expected.own);
}

// Llama with two key/value heads: 4 * 61,568 (t0_blocks.hpp), two tables of 8,192, final norm 64:
// 262,720. One head less takes 2,048 a layer. Norms of query and key add 2 * 16 a layer.
TEST(BlockStatesOn1, Llama) {
  expect_parameters(on(llama_t0(2), {}, 0, 1), {262720, 262720});
  expect_parameters(on(llama_t0(1), {}, 0, 1), {254528, 254528});
  auto plan = on(llama_t0(2), {}, 0, 1);
  plan.model.block.qk_layernorm = true;
  expect_parameters(plan, {262848, 262848});
}

// Two ranks, one head: query and projection 2,048 each, the whole key and value 1,024 each, gate,
// up and down 8,192 each, norms 128: 30,848 a layer; tables 2 * 4,096, final norm 64: 131,648.
TEST(BlockStatesOn2, SharedKeyValueHeadsAreWholeOnEachRank) {
  expect_parameters(on(llama_t0(1), {.tp = 2}, 0, 1), {131648, 254528});
  expect_parameters(on(llama_t0(2), {.tp = 2}, 0, 1), {131648, 262720});
}

// Four ranks, two heads: 1,024 each of query and projection, 1,024 each of key and value, 4,096
// each in the MLP, 128: 16,512 a layer; tables 2 * 2,048, final norm 64: 70,208. Gains of query and
// key norms, 32 a layer, are whole on each.
TEST(BlockStatesOn4, SharedKeyValueHeadsAreWholeOnEachRank) {
  auto plan = on(llama_t0(2), {.tp = 4}, 0, 1);
  expect_parameters(plan, {70208, 262720});
  plan.model.block.qk_layernorm = true;
  expect_parameters(plan, {70336, 262848});
}

// NeoX: a layer as T0's, 49,984; no positions, two tables and the final norm: 216,448. One norm for
// both branches: 128 a layer less.
TEST(BlockStatesOn1, NeoX) {
  auto plan = on(neox_t0(), {}, 0, 1);
  expect_parameters(plan, {216448, 216448});
  plan.model.block.shared_norm = true;
  expect_parameters(plan, {215936, 215936});
}

// C01: L=2 h=64 a=4 V=128 ffn=192: per layer 16,384 + 36,864 + 128 = 53,376. C05: a=8 kv=2: 10,240
// + 36,864 + 128; tables 16,384 and the norm 64.
TEST(BlockStatesOn1, C01AndC05GatedAndGrouped) {
  auto plan = test::with_stages(llama_t0(4), {2});
  plan.model.ffn_hidden = 192;
  expect_parameters(plan, {123200, 123200});
  plan.model.heads = 8;
  plan.model.kv_heads = 2;
  plan.model.head_dim = 8;
  expect_parameters(plan, {110912, 110912});
}

// How activations are kept changes no state.
TEST(BlockStatesOn2, SequenceParallelismAndRecomputationChangeNoState) {
  for (const auto& activations :
       {sequence_parallel, full, test::full_sequence_parallel, test::full_partitioned}) {
    expect_parameters(keeping(on(t0(), {.tp = 2}, 0, 1), activations), {107008, 210304});
  }
}

// Sequence parallelism gathers one input at a time: A s b h = 8,192 in `communication`.
TEST(BlockCommunicationOn2, GatheredInputs) {
  const auto peak = [](const parallel::Plan& plan) {
    return bytes(measure(plan), Category::communication).peak;
  };
  const auto plan = on(t0(), {.tp = 2}, 0, 2);
  EXPECT_EQ(peak(plan), 0);
  EXPECT_EQ(peak(keeping(plan, sequence_parallel)), 8192);
  EXPECT_EQ(peak(keeping(plan, test::full_sequence_parallel)), 8192);
  EXPECT_EQ(peak(keeping(plan, full)), 0);
  EXPECT_EQ(peak(keeping(on(neox_t0(), {.tp = 2}, 0, 2), sequence_parallel)), 8192);
  EXPECT_EQ(peak(keeping(on(llama_t0(1), {.tp = 2}, 0, 2), sequence_parallel)), 8192);
}

// Two stages, one micro-batch: messages are halves, 4,096. The first stage has its output
// outstanding and the received gradient in use while its last MLP gathers its input; the last stage
// makes the gradient it sends when nothing is gathered any more.
TEST(BlockCommunicationOn4, GatheredInputsBesideMessages) {
  const auto measured = measure(keeping(on(t0(), {.tp = 2, .pp = 2}, 0, 1), sequence_parallel));
  EXPECT_EQ(bytes(measured, Category::communication).peak,
            measured.at.pp == 0 ? 2 * 4096 + 8192 : 8192);
  EXPECT_EQ(bytes(measured, Category::communication).kept, measured.at.pp == 0 ? 2 * 4096 : 0);
}

// ZeRO-3 over two, m = 2: full recomputation gathers the layers (199,936 elements, 24 modules) a
// third time, but neither tables nor final norm nor head; selective recomputation, whose core has
// no weights, none.
TEST(BlockGathersOn2, RecomputationAtStageThree) {
  const auto plan = on(t0(), {.dp = 2}, 3, 2);
  expect_traffic(measure(keeping(plan, full)), Axis::dp, Operation::all_gather, 2 * (56 + 24),
                 2 * 4 * (2 * 210304 + 2 * 8192 + 199936));
  expect_traffic(measure(keeping(plan, test::selective)), Axis::dp, Operation::all_gather, 112,
                 3495936);
}

// Llama: nine modules a layer, tables and final norm: 39 each way, and 36 in a replay. Norms of
// query and key are two more a layer.
TEST(BlockGathersOn2, LlamasModules) {
  auto plan = on(llama_t0(2), {.dp = 2}, 3, 2);
  expect_traffic(measure(plan), Axis::dp, Operation::all_gather, 2 * 78, 2 * 4 * 2 * 262720);
  expect_traffic(measure(keeping(plan, full)), Axis::dp, Operation::all_gather, 2 * (78 + 36),
                 2 * 4 * (2 * 262720 + 4 * 61568));
  plan.model.block.qk_layernorm = true;
  expect_traffic(measure(plan), Axis::dp, Operation::all_gather, 2 * (78 + 16), 2 * 4 * 2 * 262848);
}

// The largest module at a time: each of gate, up and down, 16,384 elements; with NeoX fc1 with its
// bias, 16,640. A replay has no other.
TEST(BlockGathersOn2, OneModuleAtATime) {
  const auto peak = [](const parallel::Plan& plan) {
    return bytes(measure(plan), Category::live_parameters).peak;
  };
  const auto llama = on(llama_t0(2), {.dp = 2}, 3, 2);
  const auto neox = on(neox_t0(), {.dp = 2}, 3, 2);
  for (const auto& activations : {sim::ActivationPlan{}, test::selective, full}) {
    EXPECT_EQ(peak(keeping(llama, activations)), 4 * 16384);
    EXPECT_EQ(peak(keeping(neox, activations)), 4 * 16640);
  }
}

// NeoX: six modules a layer as GPT-2, no positions: 27 each way; with one norm for both five.
TEST(BlockGathersOn2, NeoXsModules) {
  auto plan = on(neox_t0(), {.dp = 2}, 3, 1);
  expect_traffic(measure(plan), Axis::dp, Operation::all_gather, 54, 4 * 2 * 216448);
  plan.model.block.shared_norm = true;
  expect_traffic(measure(plan), Axis::dp, Operation::all_gather, 46, 4 * 2 * 215936);
}

}  // namespace
