// How many micro-batches' activations a stage holds. T0 in fp32 without dropout, one layer a stage:
//   norm_1.input, attention.qkv_input, norm_2.input, mlp.fc1_input   4 * 8,192 (4 s b h)
//   statistics                                                        2 *   256 (8 s b)
//   query, key, value, projection_input                              4 * 8,192
//   softmax_output                                                       16,384 (4 a s^2 b)
//   mlp.gelu_input, mlp.fc2_input                                    2 * 32,768 (4 s b 4h)
// sum 147,968 a layer and micro-batch; head: 2 * 8,192 + 256 + logits 16,384 = 33,024.

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using parallel::PipelineSchedule;
using sim::ItemGroup;
using test::bytes;
using test::measure;
using test::on;
using test::t0;

constexpr std::int64_t layer_bytes = 147968;
constexpr std::int64_t head_bytes = 33024;

void expect_in_flight(const parallel::Plan& plan, const std::array<std::int64_t, 4>& counts) {
  const auto measured = measure(plan);
  const std::int64_t count = counts.at(static_cast<std::size_t>(measured.at.pp));
  const bool is_last = measured.at.pp == plan.mesh.pp - 1;
  const std::int64_t layers = plan.layers_per_stage.at(static_cast<std::size_t>(measured.at.pp));
  EXPECT_EQ(bytes(measured, ItemGroup::layer).kept, count * layers * layer_bytes) << "kept";
  EXPECT_EQ(bytes(measured, ItemGroup::layer).peak, count * layers * layer_bytes) << "peak";
  EXPECT_EQ(bytes(measured, ItemGroup::head).kept, is_last ? count * head_bytes : 0) << "kept";
  EXPECT_EQ(bytes(measured, ItemGroup::head).peak, is_last ? count * head_bytes : 0) << "peak";
}

// 1F1B: min(m, p - i).
TEST(InFlightOn4, OneForwardOneBackwardOnFourStages) {
  expect_in_flight(on(t0(), {.pp = 4}, 0, 1), {1, 1, 1, 1});
  expect_in_flight(on(t0(), {.pp = 4}, 0, 2), {2, 2, 2, 1});
  expect_in_flight(on(t0(), {.pp = 4}, 0, 4), {4, 3, 2, 1});
  expect_in_flight(on(t0(), {.pp = 4}, 0, 6), {4, 3, 2, 1});
}

// GPipe: m on every stage.
TEST(InFlightOn4, GpipeHoldsAllMicroBatches) {
  auto plan = on(t0(), {.pp = 4}, 0, 6);
  plan.schedule = PipelineSchedule::gpipe;
  expect_in_flight(plan, {6, 6, 6, 6});
}

TEST(InFlightOn4, UnevenStagesHoldTheirOwnLayers) {
  expect_in_flight(test::with_stages(on(t0(), {.pp = 4}, 0, 3), {1, 2, 2, 3}), {3, 3, 2, 1});
}

// ZeRO and data parallelism change nothing about activations.
TEST(InFlightOn4, TwoStagesOfTwoReplicas) {
  for (int stage = 0; stage <= 3; ++stage) {
    expect_in_flight(on(t0(), {.dp = 2, .pp = 2}, stage, 3), {2, 1, 0, 0});
  }
}

// GPipe without a pipeline holds m micro-batches too, head items included; 1F1B holds one.
TEST(InFlightOn1, WithoutAPipeline) {
  auto plan = on(t0(), {}, 0, 3);
  expect_in_flight(plan, {1, 0, 0, 0});
  plan.schedule = PipelineSchedule::gpipe;
  expect_in_flight(plan, {3, 0, 0, 0});
}

}  // namespace
