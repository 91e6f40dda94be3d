// ZeRO-3 with DeepSpeed's knobs: what is gathered, how often, and what stays, on T0 in fp32. Its
// parameters are at most 16,384 elements; vectors are 64 to 256 and 3,456 in all (832 a layer, 128
// of the final norm). Runs have two steps: the first one records.

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using parallel::LiveChange;
using parallel::Plan;
using parallel::Stage3Plan;
using ranks::Axis;
using ranks::Operation;
using sim::Category;
using test::bytes;
using test::expect_traffic;
using test::measure;

constexpr std::int64_t far = 1'000'000'000;

Plan two_steps(const ranks::MeshShape& mesh, std::int64_t m, const Stage3Plan& knobs) {
  Plan plan = test::on(test::t0(), mesh, 3, m);
  plan.steps = 2;
  plan.zero.stage3 = knobs;
  return plan;
}

void expect_live(const parallel::Measurement& measured, std::int64_t peak, std::int64_t kept,
                 std::int64_t end) {
  const auto& live = bytes(measured, Category::live_parameters);
  EXPECT_EQ(live.peak, peak);
  EXPECT_EQ(live.kept, kept);
  EXPECT_EQ(live.end, end);
}

// DeepSpeed's defaults: no parameter of T0 has more than 100,000 elements, so the whole model stays
// gathered, 4 * 210,304 bytes, and only the optimizer's result is gathered, in one call.
TEST(Stage3On2, DefaultsKeepASmallModelGathered) {
  const auto measured = measure(two_steps({.dp = 2}, 2, {}));
  expect_live(measured, 841216, 841216, 841216);
  expect_traffic(measured, Axis::dp, Operation::all_gather, 1, 841216);
}

// Nothing persistent, the other defaults: a micro-batch gathers the word table when it enters it
// and all the rest ahead of its use, two calls; its backward finds everything live (210,304
// elements) and leaves nothing. Without knobs 112 calls and 3,495,936 bytes (traffic_dp...).
TEST(Stage3On2, ReuseDistanceHalvesTheTraffic) {
  const auto measured = measure(two_steps({.dp = 2}, 2, {.param_persistence_threshold = 0}));
  expect_live(measured, 841216, 841216, 0);
  expect_traffic(measured, Axis::dp, Operation::all_gather, 4, 1682432);
}

// Without prefetching: a call for each module but the head, whose table is still live: 27.
TEST(Stage3On2, WithoutPrefetchingEachModuleIsACall) {
  const auto measured = measure(
      two_steps({.dp = 2}, 2, {.prefetch_bucket_size = 0, .param_persistence_threshold = 0}));
  expect_live(measured, 841216, 841216, 0);
  expect_traffic(measured, Axis::dp, Operation::all_gather, 54, 1682432);
}

// max_live_parameters of one element: no prefetch has room, and 210,304 elements are live.
TEST(Stage3On2, MaxLiveIsNoHardCap) {
  const auto measured = measure(
      two_steps({.dp = 2}, 2, {.max_live_parameters = 1, .param_persistence_threshold = 0}));
  expect_live(measured, 841216, 841216, 0);
  expect_traffic(measured, Axis::dp, Operation::all_gather, 54, 1682432);
}

// All knobs zero: as without knobs, mlp.c_fc's 16,640 elements at most.
TEST(Stage3On2, KnobsOfZeroAreAsNone) {
  const auto measured = measure(two_steps({.dp = 2}, 2, {far, 0, 0, 0}));
  expect_live(measured, 66560, 0, 0);
  expect_traffic(measured, Axis::dp, Operation::all_gather, 112, 3495936);
}

// Vectors persistent: 4 * 3,456 = 13,824 bytes stay, and a matrix of 16,384 on top. A pass gathers
// both tables, 16 matrices and the head, 4 * (206,848 + 8,192) bytes in 19 calls, four passes; one
// more call for the vectors after the optimizer: 77 calls, 4 * 860,160 + 13,824 bytes.
TEST(Stage3On2, PersistentVectors) {
  const auto measured = measure(two_steps({.dp = 2}, 2, {far, 0, 0, 1000}));
  expect_live(measured, 13824 + 65536, 13824, 13824);
  expect_traffic(measured, Axis::dp, Operation::all_gather, 77, 3454464);
}

// The same run's changes: word table 8,192 elements, positions 2,048; the norm changes nothing;
// c_attn 12,288; ... Each of 4 * 19 visits is a rise and a fall after the first entry.
TEST(Stage3On2, TimelineOfLiveParameters) {
  const auto measured = measure(two_steps({.dp = 2}, 2, {far, 0, 0, 1000}));
  const auto& timeline = measured.live_parameters_timelines.at(0);
  ASSERT_EQ(timeline.size(), 153);
  const std::vector<LiveChange> first = {
      {parallel::no_module, 13824}, {0, 13824 + 32768}, {0, 13824}, {1, 13824 + 8192}, {1, 13824},
      {3, 13824 + 49152},           {3, 13824}};
  EXPECT_TRUE(std::equal(first.begin(), first.end(), timeline.begin()));
  EXPECT_EQ(timeline.back(), (LiveChange{0, 13824}));  // the word table's backward
  const auto highest = std::max_element(
      timeline.begin(), timeline.end(),
      [](const LiveChange& one, const LiveChange& other) { return one.bytes < other.bytes; });
  EXPECT_EQ(highest->bytes, bytes(measured, Category::live_parameters).peak);
}

// The small model over three: 8,656 elements and 62 of padding (states_ranks_test.cpp), 4 bytes
// each.
TEST(Stage3On3, WhatIsKeptIsPadded) {
  Plan plan = test::small_plan();
  plan.global_batch_size = 9;
  plan = test::on_mesh(plan, {.dp = 3}, 3, 1);
  plan.zero.stage3.emplace();
  expect_live(measure(plan), 34872, 34872, 34872);
}

// C35: however much is persistent, gradients and states stay sharded: 12 * 210,304 / 4 = 630,912
// bytes of states, and 2 * 210,304 / 4 of shards and of gradients.
TEST(Stage3On4, C35StatesOfPersistentParametersStaySharded) {
  for (const std::int64_t threshold : {0, 1000, 100000}) {
    Plan plan = two_steps({.dp = 4}, 2, {.param_persistence_threshold = threshold});
    plan.precision = test::mixed_bf16;
    const auto measured = measure(plan);
    test::expect_constant(measured, Category::optimizer, 630912);
    test::expect_constant(measured, Category::gradients, 105152);
    test::expect_constant(measured, Category::weights, 105152);
  }
}

// Persistence counts a rank's own elements: with t = 2 a matrix of 16,384 is two of 8,192, so a
// threshold of 8,192 keeps all of the rank's 107,008 elements, 428,032 bytes.
TEST(Stage3On4, PersistenceCountsTheRanksOwnElements) {
  const auto measured = measure(two_steps({.dp = 2, .tp = 2}, 2, {far, 0, 0, 8192}));
  expect_live(measured, 428032, 428032, 428032);
}

// One replica has all weights and gathers nothing.
TEST(Stage3On2, OneReplicaGathersNothing) {
  for (const auto& mesh : {ranks::MeshShape{.tp = 2}, {.pp = 2}}) {
    const auto measured = measure(two_steps(mesh, 2, {}));
    expect_live(measured, 0, 0, 0);
    expect_traffic(measured, Axis::dp, Operation::all_gather, 0, 0);
    EXPECT_TRUE(measured.live_parameters_timelines.at(0).empty());
  }
}

parallel::TrainingResult train(Plan plan, std::int64_t steps) {
  plan.steps = steps;
  return parallel::train(test_support::session(), plan, test::counting_batches(plan), {}, {});
}

// Steps that the loss scale skips leave what is counted as it is: a scale of 2^30 overflows in the
// first step, in which the trace is recorded, and in some after it. What is measured is the first
// step that is applied: one micro-batch, 2 bytes an element, so 2 * 19 + 1 calls and
// 2 * 430,080 + 6,912 bytes.
TEST(Stage3On2, SkippedStepsChangeNothingThatIsCounted) {
  Plan plan = two_steps({.dp = 2}, 1, {far, 0, 0, 1000});
  plan.precision = test::mixed_fp16;
  plan.loss_scale = {.initial = 1 << 30, .window = 1000, .hysteresis = 1, .minimum = 1};
  const auto norms = train(plan, 24).grad_norm;
  const auto applied =
      std::find_if(norms.begin(), norms.end(), [](const auto& norm) { return norm.has_value(); });
  const std::int64_t skipped = applied - norms.begin();
  EXPECT_GT(skipped, 0);
  EXPECT_LT(skipped, 24);
  const auto result = train(plan, skipped + 1);
  EXPECT_EQ(result.skipped_steps, skipped);
  const auto& measured = result.measurement.value();
  expect_live(measured, 6912 + 32768, 6912, 6912);
  expect_traffic(measured, Axis::dp, Operation::all_gather, 39, 867072);
}

}  // namespace
