// MEASURES.md's `communication`, `live_parameters` and `inputs`: what exists only while it is used.

#include <array>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using parallel::PipelineSchedule;
using sim::Category;
using test::bytes;
using test::measure;
using test::on;
using test::t0;

/// Peak of `communication` on this rank; at the end of a step nothing of it is left.
std::int64_t communication_peak(const parallel::Plan& plan) {
  const auto measured = measure(plan);
  EXPECT_EQ(bytes(measured, Category::communication).end, 0);
  return bytes(measured, Category::communication).peak;
}

// T0 has two units: the tied table, 8,192, and all the rest, 202,112.
TEST(CommunicationOn2, DataParallelAloneReducesInPlace) {
  EXPECT_EQ(communication_peak(on(t0(), {.dp = 2}, 0, 2)), 0);
}

// ZeRO-1: staging for the own half of a unit: 4 * 202,112 / 2.
TEST(CommunicationOn2, ZeroOneStagesTheOwnPiece) {
  EXPECT_EQ(communication_peak(on(t0(), {.dp = 2}, 1, 2)), 404224);
}

// ZeRO-2 and 3: the bucket 4 * 202,112, the tied table's own buffer 4 * 8,192 from the head's to
// the embedding's backward, and the staging: 808,448 + 32,768 + 404,224.
TEST(CommunicationOn2, ZeroTwoAndThreeAddABucketAndTheTiedTable) {
  EXPECT_EQ(communication_peak(on(t0(), {.dp = 2}, 2, 2)), 1245440);
  EXPECT_EQ(communication_peak(on(t0(), {.dp = 2}, 3, 2)), 1245440);
}

// Gradients of 16 bits: half of it; fp32 gradients of 16-bit weights: as in fp32.
TEST(CommunicationOn2, BucketAndStagingHaveTheGradientsType) {
  auto plan = on(t0(), {.dp = 2}, 2, 1);
  plan.precision = test::mixed_bf16;
  EXPECT_EQ(communication_peak(plan), 622720);
  plan.precision = test::mixed_bf16_fp32_gradients;
  EXPECT_EQ(communication_peak(plan), 1245440);
}

// Units of at most 20,000 elements (traffic_dp_ranks_test.cpp lists them), the largest 18,752:
// ZeRO-1 stages 4 * 9,376; ZeRO-2 holds bucket 75,008, table 32,768 and staging 37,504.
TEST(CommunicationOn2, SmallerBucketsNeedSmallerBuffers) {
  auto plan = on(t0(), {.dp = 2}, 1, 2);
  plan.zero.reduce_bucket_size = 20000;
  EXPECT_EQ(communication_peak(plan), 37504);
  plan.zero.stage = 2;
  EXPECT_EQ(communication_peak(plan), 145280);
}

// An untied model has no second buffer: the head and the table are members of the one unit of
// 218,496: bucket 873,984 and staging 436,992.
TEST(CommunicationOn2, AnUntiedTableNeedsNoBufferOfItsOwn) {
  auto plan = on(t0(), {.dp = 2}, 2, 1);
  plan.model.tied_embedding = false;
  EXPECT_EQ(communication_peak(plan), 1310976);
}

// `reduce_scatter: false` reduces in place: no staging.
TEST(CommunicationOn2, AllReduceNeedsNoStaging) {
  auto plan = on(t0(), {.dp = 2}, 1, 2);
  plan.zero.reduce_scatter = false;
  EXPECT_EQ(communication_peak(plan), 0);
  plan.zero.stage = 2;
  EXPECT_EQ(communication_peak(plan), 808448 + 32768);
}

// C33: a higher stage needs more buffers (0 < 404,224 < 1,245,440) while its states shrink; the
// buffer is no larger than what there is to reduce although the key says 500,000,000 elements.
TEST(CommunicationOn2, BuffersGrowWhileStatesShrink) {
  std::array<std::int64_t, 4> states{};
  std::array<std::int64_t, 4> buffers{};
  for (int stage = 0; stage <= 3; ++stage) {
    auto plan = on(t0(), {.dp = 2}, stage, 1);
    plan.precision = test::mixed_fp16_fp32_gradients;
    plan.loss_scale.initial = 256;
    const auto measured = measure(plan);
    const auto at = static_cast<std::size_t>(stage);
    states.at(at) = bytes(measured, Category::weights).peak +
                    bytes(measured, Category::gradients).peak +
                    bytes(measured, Category::optimizer).peak;
    buffers.at(at) = bytes(measured, Category::communication).peak;
  }
  EXPECT_EQ(states, (std::array<std::int64_t, 4>{3785472, 2523648, 2103040, 1892736}));
  EXPECT_EQ(buffers, (std::array<std::int64_t, 4>{0, 404224, 1245440, 1245440}));
}

// A group of one has no bucket, no staging and fetches nothing, whatever the stage (C97).
TEST(CommunicationOn1, GroupsOfOneNeedNoBuffers) {
  for (int stage = 0; stage <= 3; ++stage) {
    const auto measured = measure(on(t0(), {}, stage, 2));
    EXPECT_EQ(bytes(measured, Category::communication).peak, 0) << stage;
    EXPECT_EQ(bytes(measured, Category::live_parameters).peak, 0) << stage;
  }
}

// Between stages: one message is A s b h = 4 * 32 * 64 = 8,192 bytes. From the second micro-batch
// on the first stage makes an output while the last one is outstanding, the last stage the same
// with gradients: two. A middle stage also has one outstanding the other way: three.
TEST(CommunicationOn2, TheEndsOfAPipelineHoldTwoMessages) {
  for (const auto schedule :
       {PipelineSchedule::gpipe, PipelineSchedule::one_forward_one_backward}) {
    auto plan = on(t0(), {.pp = 2}, 0, 4);
    plan.schedule = schedule;
    EXPECT_EQ(communication_peak(plan), 16384);
  }
}

TEST(CommunicationOn4, MiddleStagesHoldThreeMessages) {
  auto plan = on(t0(), {.pp = 4}, 0, 6);
  const auto measured = measure(plan);
  const bool is_end = measured.at.pp == 0 || measured.at.pp == 3;
  EXPECT_EQ(bytes(measured, Category::communication).peak, is_end ? 16384 : 24576);
}

// With one micro-batch the first stage holds its output, and besides it the received gradient; the
// last stage only the gradient it sends.
TEST(CommunicationOn2, OneMicroBatchBetweenTwoStages) {
  const auto measured = measure(on(t0(), {.pp = 2}, 0, 1));
  EXPECT_EQ(bytes(measured, Category::communication).peak, measured.at.pp == 0 ? 16384 : 8192);
  EXPECT_EQ(bytes(measured, Category::communication).kept, measured.at.pp == 0 ? 16384 : 0);
}

// ZeRO-2 with pipelining: the tied table has a copy on either stage and uses the bucket. First
// stage: two layers and positions, 102,016: bucket 408,064, staging 204,032, one activation
// outstanding. Last stage: two layers and final norm, 100,096: bucket 400,384, staging 200,192, and
// of the second micro-batch one gradient outstanding and one made.
TEST(CommunicationOn4, ZeroTwoOnTwoStages) {
  const auto measured = measure(on(t0(), {.dp = 2, .pp = 2}, 2, 2));
  EXPECT_EQ(bytes(measured, Category::communication).peak,
            measured.at.pp == 0 ? 408064 + 204032 + 8192 : 400384 + 200192 + 2 * 8192);
}

// ZeRO-3 over two gathers a module at a time; the largest is mlp.c_fc: 16,384 + 256 elements.
TEST(LiveParametersOn2, PeakIsTheLargestModule) {
  auto plan = on(t0(), {.dp = 2}, 3, 2);
  const auto live = bytes(measure(plan), Category::live_parameters);
  EXPECT_EQ(live.peak, 4 * 16640);
  EXPECT_EQ(live.kept, 0);
  EXPECT_EQ(live.end, 0);
  plan.precision = test::mixed_bf16;
  EXPECT_EQ(bytes(measure(plan), Category::live_parameters).peak, 2 * 16640);
}

TEST(LiveParametersOn2, LowerStagesGatherNothing) {
  EXPECT_EQ(bytes(measure(on(t0(), {.dp = 2}, 2, 1)), Category::live_parameters).peak, 0);
}

// The small model over three (states_ranks_test.cpp). Widest module: c_attn with 768 + 48 = 816,
// both divide by three. With ffn = 40: c_fc 640 -> 642 and 40 -> 42: 684 padded, mlp.c_proj 640 ->
// 642 and 16 -> 18; still c_attn. With ffn = 50: c_fc 800 -> 801 and 50 -> 51: 852 padded elements.
TEST(LiveParametersOn3, GatheredParametersArePadded) {
  auto plan = test::small_plan();
  plan.global_batch_size = 9;
  EXPECT_EQ(bytes(measure(test::on_mesh(plan, {.dp = 3}, 3, 1)), Category::live_parameters).peak,
            4 * 816);
  plan.model.ffn_hidden = 50;
  EXPECT_EQ(bytes(measure(test::on_mesh(plan, {.dp = 3}, 3, 1)), Category::live_parameters).peak,
            4 * 852);
}

// Tokens 8 s b on the first stage, labels 8 s b on the last, for each micro-batch in flight: 256
// bytes each. 1F1B on two stages, four micro-batches: two in flight on the first, one on the last.
TEST(InputsOn2, AreOnTheFirstAndTheLastStage) {
  auto plan = on(t0(), {.pp = 2}, 0, 4);
  auto measured = measure(plan);
  EXPECT_EQ(bytes(measured, Category::inputs).peak, measured.at.pp == 0 ? 512 : 256);
  EXPECT_EQ(bytes(measured, Category::inputs).kept, measured.at.pp == 0 ? 512 : 256);
  EXPECT_EQ(bytes(measured, Category::inputs).end, 0);
  plan.schedule = PipelineSchedule::gpipe;
  measured = measure(plan);
  EXPECT_EQ(bytes(measured, Category::inputs).peak, 1024);
}

TEST(InputsOn1, AreTokensAndLabelsOfEachMicroBatchInFlight) {
  auto plan = on(t0(), {}, 0, 3);
  EXPECT_EQ(bytes(measure(plan), Category::inputs).peak, 512);
  plan.schedule = PipelineSchedule::gpipe;
  EXPECT_EQ(bytes(measure(plan), Category::inputs).peak, 1536);
}

TEST(InputsOn4, StagesBetweenHaveNone) {
  const auto measured = measure(on(t0(), {.pp = 4}, 0, 1));
  const bool is_end = measured.at.pp == 0 || measured.at.pp == 3;
  EXPECT_EQ(bytes(measured, Category::inputs).peak, is_end ? 256 : 0);
}

}  // namespace
