// MEASURES.md, "dp traffic a step": calls and payload of T0 over data-parallel ranks, m = 2, fp32.
// With the default bucket there are two units: the tied table, 8,192, and the rest, 202,112.

#include <array>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using ranks::Axis;
using ranks::Operation;
using test::expect_traffic;
using test::measure;
using test::on;
using test::t0;

struct Expected {
  std::int64_t calls;
  std::int64_t bytes;
};

void expect_dp(const parallel::Plan& plan, Expected all_reduce, Expected reduce_scatter,
               Expected all_gather) {
  SCOPED_TRACE(plan.zero.stage);
  const auto measured = measure(plan);
  expect_traffic(measured, Axis::dp, Operation::all_reduce, all_reduce.calls, all_reduce.bytes);
  expect_traffic(measured, Axis::dp, Operation::reduce_scatter, reduce_scatter.calls,
                 reduce_scatter.bytes);
  expect_traffic(measured, Axis::dp, Operation::all_gather, all_gather.calls, all_gather.bytes);
  expect_traffic(measured, Axis::dp, Operation::send, 0, 0);
}

// G N = 4 * 210,304 = 841,216 once at stages 0 and 1, for every micro-batch at 2 and 3; W N' once
// at 1 and 2. Stage 3 gathers module by module: word table, positions, six a layer, final norm,
// head = 28 in a forward and again in a backward, m = 2: 112 calls; the table is used twice each
// way: 2 * 4 * (2 * 210,304 + 2 * 8,192) = 3,495,936.
TEST(DataTrafficOn2, EveryStage) {
  expect_dp(on(t0(), {.dp = 2}, 0, 2), {2, 841216}, {0, 0}, {0, 0});
  expect_dp(on(t0(), {.dp = 2}, 1, 2), {0, 0}, {2, 841216}, {2, 841216});
  expect_dp(on(t0(), {.dp = 2}, 2, 2), {0, 0}, {4, 1682432}, {2, 841216});
  expect_dp(on(t0(), {.dp = 2}, 3, 2), {0, 0}, {4, 1682432}, {112, 3495936});
}

// Gradients of 2 bytes are reduced as such; fp32 gradients of 16-bit weights: G = 4, W = 2.
TEST(DataTrafficOn2, PayloadHasTheTypeOfWhatIsSent) {
  auto plan = on(t0(), {.dp = 2}, 1, 2);
  plan.precision = test::mixed_bf16;
  expect_dp(plan, {0, 0}, {2, 420608}, {2, 420608});
  plan.precision = test::mixed_bf16_fp32_gradients;
  expect_dp(plan, {0, 0}, {2, 841216}, {2, 420608});
}

// Untied: one unit of 218,496; stage 3 gathers both tables once each way: 2 * 2 * 4 * 218,496.
TEST(DataTrafficOn2, UntiedTables) {
  auto plan = on(t0(), {.dp = 2}, 1, 2);
  plan.model.tied_embedding = false;
  expect_dp(plan, {0, 0}, {1, 873984}, {1, 873984});
  plan.zero.stage = 3;
  expect_dp(plan, {0, 0}, {2, 1747968}, {112, 3495936});
}

// Buckets of 20,000 elements, in reverse forward order. Last layer: ln_f 128 + mlp.c_proj.bias 64 +
// .weight 16,384 + c_fc.bias 256 = 16,832; c_fc.weight 16,384 + ln_2 128 + attn.c_proj.bias 64 =
// 16,576; c_proj.weight 4,096 + c_attn 12,480 + ln_1 128 + the next bias 64 = 16,768. Then 16,640,
// 16,576, 16,768 twice, and 16,640, 16,576 and 4,096 + 12,480 + 128 + positions 2,048 = 18,752; the
// table alone: 13 units.
TEST(DataTrafficOn2, CallsAreUnits) {
  auto plan = on(t0(), {.dp = 2}, 0, 2);
  plan.zero.reduce_bucket_size = 20000;
  expect_dp(plan, {13, 841216}, {0, 0}, {0, 0});
  plan.zero.stage = 1;
  expect_dp(plan, {0, 0}, {13, 841216}, {13, 841216});
  plan.zero.stage = 2;
  expect_dp(plan, {0, 0}, {26, 1682432}, {13, 841216});
  plan.zero.stage = 3;
  expect_dp(plan, {0, 0}, {26, 1682432}, {112, 3495936});
}

// allgather_bucket_size 5,000 cuts each of the twelve units of 16,576 to 18,752 into four calls and
// the table into two: 50; the payload stays.
TEST(DataTrafficOn2, AllGatherBucketsOnlyCutCalls) {
  auto plan = on(t0(), {.dp = 2}, 1, 2);
  plan.zero.reduce_bucket_size = 20000;
  plan.zero.allgather_bucket_size = 5000;
  expect_dp(plan, {0, 0}, {13, 841216}, {50, 841216});
}

// `reduce_scatter: false`: the same buffers, all_reduce in their place.
TEST(DataTrafficOn2, AllReduceInPlaceOfReduceScatter) {
  auto plan = on(t0(), {.dp = 2}, 1, 2);
  plan.zero.reduce_scatter = false;
  expect_dp(plan, {2, 841216}, {0, 0}, {2, 841216});
  plan.zero.stage = 2;
  expect_dp(plan, {4, 1682432}, {0, 0}, {2, 841216});
  plan.zero.stage = 3;
  expect_dp(plan, {4, 1682432}, {0, 0}, {112, 3495936});
}

// C91: T0 over four, ZeRO-2, one micro-batch. Ring volume in elements: payload / 4 bytes * (d - 1)
// / d, twice that for an all-reduce: 157,728 and 315,456.
TEST(DataTrafficOn4, CountersTellReduceScatterFromAllReduce) {
  auto plan = on(t0(), {.dp = 4}, 2, 1);
  const auto scattered = measure(plan).traffic;
  EXPECT_EQ(scattered.at(Axis::dp, Operation::all_reduce).calls, 0);
  EXPECT_EQ(scattered.at(Axis::dp, Operation::reduce_scatter).bytes / 4 * 3 / 4, 157728);
  plan.zero.reduce_scatter = false;
  const auto reduced = measure(plan).traffic;
  EXPECT_EQ(reduced.at(Axis::dp, Operation::reduce_scatter).calls, 0);
  EXPECT_EQ(2 * (reduced.at(Axis::dp, Operation::all_reduce).bytes / 4 * 3 / 4), 315456);
}

// The small model over three (states_ranks_test.cpp): padding is sent. N' = 8,658, N" = 8,718, the
// table's N" 594.
TEST(DataTrafficOn3, PaddingIsSent) {
  auto plan = test::small_plan();
  plan.global_batch_size = 9;
  expect_dp(test::on_mesh(plan, {.dp = 3}, 1, 1), {0, 0}, {2, 4 * 8658}, {2, 4 * 8658});
  expect_dp(test::on_mesh(plan, {.dp = 3}, 3, 1), {0, 0}, {2, 4 * 8718},
            {56, 4 * (2 * 8718 + 2 * 594)});
}

// C63: ZeRO-2 with pipelining reduces after every micro-batch, m = 4. First stage: 102,016 and the
// table 8,192; last: 100,096 and its copy of the table.
TEST(DataTrafficOn4, ZeroTwoWithAPipeline) {
  const auto measured = measure(on(t0(), {.dp = 2, .pp = 2}, 2, 4));
  const std::int64_t own = measured.at.pp == 0 ? 110208 : 108288;
  EXPECT_EQ(measured.parameters, own);
  expect_traffic(measured, Axis::dp, Operation::reduce_scatter, 4 * 2, 4 * 4 * own);
  expect_traffic(measured, Axis::dp, Operation::all_gather, 2, 4 * own);
  expect_traffic(measured, Axis::dp, Operation::all_reduce, 0, 0);
}

// ZeRO-3 with pipelining, m = 4: the first stage gathers two tables and two layers of six modules,
// the last two layers, final norm and head: 14 modules, twice a micro-batch; each table once a use.
TEST(DataTrafficOn4, ZeroThreeWithAPipeline) {
  const auto measured = measure(on(t0(), {.dp = 2, .pp = 2}, 3, 4));
  const std::int64_t own = measured.at.pp == 0 ? 110208 : 108288;
  expect_traffic(measured, Axis::dp, Operation::all_gather, 4 * 2 * 14, 4 * 2 * 4 * own);
  expect_traffic(measured, Axis::dp, Operation::reduce_scatter, 4 * 2, 4 * 4 * own);
}

// C97: groups of one send nothing, at any stage.
TEST(DataTrafficOn1, AGroupOfOneSendsNothing) {
  for (int stage = 0; stage <= 3; ++stage) {
    const auto measured = measure(on(t0(), {}, stage, 2));
    for (const Axis axis : {Axis::dp, Axis::tp, Axis::pp, Axis::tied, Axis::control}) {
      for (const Operation operation : {Operation::all_reduce, Operation::reduce_scatter,
                                        Operation::all_gather, Operation::send}) {
        expect_traffic(measured, axis, operation, 0, 0);
      }
    }
  }
}

}  // namespace
