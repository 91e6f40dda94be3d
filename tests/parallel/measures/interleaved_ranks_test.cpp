// MEASURES.md on interleaved stages: the v p - 1 boundaries, what is held in flight, units and
// buckets. T0 in fp32 with a layer a chunk: a message is 8,192 bytes, a layer keeps 147,968 and the
// head 33,024 (in_flight_ranks_test.cpp).

#include <array>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0_blocks.hpp"

namespace {

using ranks::Axis;
using ranks::Operation;
using sim::Category;
using sim::ItemGroup;
using test::bytes;
using test::expect_traffic;
using test::measure;

/// The plan with as many layers as chunks, two a stage.
parallel::Plan interleaved(parallel::Plan plan, ranks::MeshShape mesh, std::int64_t m) {
  const std::int64_t chunks = std::int64_t{2} * mesh.pp;
  plan.model.layers = chunks;
  plan = test::on(plan, mesh, 0, m);
  plan.schedule = parallel::PipelineSchedule::interleaved;
  plan.virtual_stages = 2;
  plan.layers_per_stage.assign(static_cast<std::size_t>(chunks), 1);
  return plan;
}

std::size_t stage_of(const parallel::Measurement& measured) {
  return static_cast<std::size_t>(measured.at.pp);
}

// Boundaries 0-1, 1-2 and 2-3: stage 0 sends its two chunks' outputs on and chunk 1's gradient
// back, stage 1 chunk 0's output and two gradients.
TEST(InterleavedTrafficOn2, TwoStagesHaveThreeBoundaries) {
  const auto measured = measure(interleaved(test::t0(), {.pp = 2}, 4));
  expect_traffic(measured, Axis::pp, Operation::send, 3 * 4, 3 * 4 * 8192);
}

// Seven boundaries, 14 m messages: the ends send three each micro-batch, stages between four.
TEST(InterleavedTrafficOn4, FourStagesHaveSevenBoundaries) {
  const auto measured = measure(interleaved(test::t0(), {.pp = 4}, 4));
  constexpr std::array<std::int64_t, 4> sends = {3 * 4, 4 * 4, 4 * 4, 3 * 4};
  const std::int64_t own = sends.at(stage_of(measured));
  expect_traffic(measured, Axis::pp, Operation::send, own, own * 8192);
  const bool is_end = measured.at.pp == 0 || measured.at.pp == 3;
  expect_traffic(measured, Axis::tied, Operation::all_reduce, is_end ? 1 : 0, is_end ? 32768 : 0);
}

// Under sequence parallelism halves are sent. Both chunks' norms and row biases are summed at once:
// two layers, 768 elements, and the final norm on the last stage.
TEST(InterleavedTrafficOn4, SequenceParallelHalvesMessages) {
  const auto plan =
      test::keeping(interleaved(test::t0(), {.tp = 2, .pp = 2}, 2), test::sequence_parallel);
  const auto measured = measure(plan);
  const bool is_first = measured.at.pp == 0;
  expect_traffic(measured, Axis::pp, Operation::send, 3 * 2, 3 * 2 * 4096);
  expect_traffic(measured, Axis::tp, Operation::all_gather, 2 * (is_first ? 13 : 14),
                 2 * (is_first ? 13 : 14) * 8192);
  expect_traffic(measured, Axis::tp, Operation::all_reduce, is_first ? 1 : 7,
                 is_first ? 4 * 768 : 6 * 128 + 4 * 896);
}

/// Chunks in flight a stage: min(m v, 2 (p - i - 1) + (v - 1) p + 1).
template <std::size_t stages>
void expect_in_flight(const parallel::Measurement& measured,
                      const std::array<std::int64_t, stages>& chunks) {
  const std::int64_t own = chunks.at(stage_of(measured)) * 147968;
  EXPECT_EQ(bytes(measured, ItemGroup::layer).kept, own) << measured.at.pp;
  EXPECT_EQ(bytes(measured, ItemGroup::layer).peak, own) << measured.at.pp;
  const std::int64_t head = stage_of(measured) + 1 == stages ? 33024 : 0;
  EXPECT_EQ(bytes(measured, ItemGroup::head).kept, head);
  EXPECT_EQ(bytes(measured, ItemGroup::head).peak, head);
}

TEST(InterleavedInFlightOn2, TwoStages) {
  expect_in_flight<2>(measure(interleaved(test::t0(), {.pp = 2}, 2)), {4, 3});
  expect_in_flight<2>(measure(interleaved(test::t0(), {.pp = 2}, 4)), {5, 3});
  expect_in_flight<2>(measure(interleaved(test::t0(), {.pp = 2}, 6)), {5, 3});
}

TEST(InterleavedInFlightOn4, FourStages) {
  expect_in_flight<4>(measure(interleaved(test::t0(), {.pp = 4}, 4)), {8, 8, 7, 5});
  expect_in_flight<4>(measure(interleaved(test::t0(), {.pp = 4}, 8)), {11, 9, 7, 5});
}

// Tokens belong to chunk 0 alone, labels to the last stage's chunk 1. Stage 0 of two, m = 4: F0.0
// F0.1 F1.0 F1.1 F0.2 B1.0 F0.3: three sequences of 256 bytes when the first backward begins, four
// at most.
TEST(InterleavedInFlightOn2, Inputs) {
  const auto measured = measure(interleaved(test::t0(), {.pp = 2}, 4));
  const bool is_first = measured.at.pp == 0;
  EXPECT_EQ(bytes(measured, Category::inputs).kept, is_first ? 3 * 256 : 256);
  EXPECT_EQ(bytes(measured, Category::inputs).peak, is_first ? 4 * 256 : 256);
}

// Full recomputation: one checkpoint of 8,192 a chunk in flight, and one layer's set in its place.
TEST(InterleavedInFlightOn2, FullRecomputation) {
  const auto measured = measure(test::keeping(interleaved(test::t0(), {.pp = 2}, 4), test::full));
  const std::int64_t chunks = measured.at.pp == 0 ? 5 : 3;
  EXPECT_EQ(bytes(measured, ItemGroup::layer).kept, chunks * 8192);
  EXPECT_EQ(bytes(measured, ItemGroup::layer).peak, chunks * 8192 + 147968 - 8192);
}

// Each chunk has units of its own: a layer of 49,984 and the positions with it, then the table;
// the last stage's second chunk has the final norm and its copy of the table.
TEST(InterleavedTrafficOn4, UnitsNeverSpanChunks) {
  auto plan = interleaved(test::t0(), {.dp = 2, .pp = 2}, 2);
  plan.zero.stage = 1;
  const auto measured = measure(plan);
  const std::int64_t own = 2 * 49984 + 8192 + (measured.at.pp == 0 ? 2048 : 128);
  EXPECT_EQ(measured.parameters, own);
  expect_traffic(measured, Axis::dp, Operation::reduce_scatter, 3, 4 * own);
  expect_traffic(measured, Axis::dp, Operation::all_gather, 3, 4 * own);
}

// One bucket for both chunks, of the larger unit, m = 2. Stage 0: 49,984 + 2,048 positions, 52,032
// elements; its second chunk's 49,984 are staged by halves while three messages exist: the last
// output and the previous gradient outstanding, the next gradient made. Stage 1: 50,112 with the
// final norm, staged in the same way.
TEST(InterleavedTrafficOn4, OneBucketForAllChunks) {
  auto plan = interleaved(test::t0(), {.dp = 2, .pp = 2}, 2);
  for (const int stage : {2, 3}) {
    plan.zero.stage = stage;
    const auto measured = measure(plan);
    EXPECT_EQ(bytes(measured, Category::communication).peak, measured.at.pp == 0
                                                                 ? 4 * 52032 + 2 * 49984 + 3 * 8192
                                                                 : 4 * 50112 + 2 * 50112 + 3 * 8192)
        << stage;
    EXPECT_EQ(bytes(measured, Category::communication).end, 0);
  }
}

}  // namespace
