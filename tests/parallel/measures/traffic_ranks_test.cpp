// MEASURES.md, "Traffic": tensor-parallel, pipeline, tied and control messages of T0.
// s b h = 32 * 64 = 2,048 elements, 8,192 bytes in fp32.

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

void expect_no_other(const parallel::Measurement& measured, Axis axis, Operation used) {
  for (const Operation operation :
       {Operation::all_reduce, Operation::reduce_scatter, Operation::all_gather, Operation::send}) {
    if (operation != used) expect_traffic(measured, axis, operation, 0, 0);
  }
}

// A micro-batch: four all-reduces a layer, 16, the embedding's and the head's, 2, each of 8,192
// bytes; and the loss' three of 4 s b = 128.
TEST(TrafficOn2, TensorParallel) {
  const auto measured = measure(on(t0(), {.tp = 2}, 0, 3));
  expect_traffic(measured, Axis::tp, Operation::all_reduce, 3 * (16 + 2 + 3),
                 3 * (18 * 8192 + 3 * 128));
  expect_no_other(measured, Axis::tp, Operation::all_reduce);
}

// In 16 bits activations halve; the loss vectors stay fp32.
TEST(TrafficOn2, TensorParallelInSixteenBits) {
  auto plan = on(t0(), {.tp = 2}, 0, 1);
  plan.precision = test::mixed_bf16;
  expect_traffic(measure(plan), Axis::tp, Operation::all_reduce, 21, 18 * 4096 + 3 * 128);
}

// A boundary carries s b h a micro-batch and direction; receiving counts nothing.
TEST(TrafficOn4, PipelineStagesSendToTheirNeighbours) {
  for (const auto schedule :
       {parallel::PipelineSchedule::gpipe, parallel::PipelineSchedule::one_forward_one_backward}) {
    auto plan = on(t0(), {.pp = 4}, 0, 6);
    plan.schedule = schedule;
    const auto measured = measure(plan);
    constexpr std::array<std::int64_t, 4> calls = {6, 12, 12, 6};
    const std::int64_t own = calls.at(static_cast<std::size_t>(measured.at.pp));
    expect_traffic(measured, Axis::pp, Operation::send, own, own * 8192);
    expect_no_other(measured, Axis::pp, Operation::send);
  }
}

// The tied pair sums its gradients once a step: G V h = 4 * 8,192 on the first and last stage.
TEST(TrafficOn4, TheTiedPair) {
  const auto measured = measure(on(t0(), {.pp = 4}, 0, 3));
  const bool is_end = measured.at.pp == 0 || measured.at.pp == 3;
  expect_traffic(measured, Axis::tied, Operation::all_reduce, is_end ? 1 : 0, is_end ? 32768 : 0);
  expect_no_other(measured, Axis::tied, Operation::all_reduce);
}

// Over dp: whole at stages 0 and 1, the own half at 2 and 3.
TEST(TrafficOn4, TheTiedPairSumsShardsAtStagesTwoAndThree) {
  constexpr std::array<std::int64_t, 4> bytes = {32768, 32768, 16384, 16384};
  for (int stage = 0; stage <= 3; ++stage) {
    const auto measured = measure(on(t0(), {.dp = 2, .pp = 2}, stage, 2));
    expect_traffic(measured, Axis::tied, Operation::all_reduce, 1,
                   bytes.at(static_cast<std::size_t>(stage)));
  }
}

// One replica holds whole gradients at every stage.
TEST(TrafficOn2, TheTiedPairOfOneReplica) {
  for (int stage = 0; stage <= 3; ++stage) {
    expect_traffic(measure(on(t0(), {.pp = 2}, stage, 2)), Axis::tied, Operation::all_reduce, 1,
                   32768);
  }
}

// G ceil(V h / t / d) with V = 37, h = 16, d = 3: 592 / 3 -> 198 elements.
TEST(TrafficOn6, TheTiedPairSumsPaddedShards) {
  auto plan = test::small_plan();
  plan.global_batch_size = 9;
  const auto measured = measure(test::on_mesh(plan, {.dp = 3, .pp = 2}, 2, 1));
  expect_traffic(measured, Axis::tied, Operation::all_reduce, 1, 4 * 198);
}

TEST(TrafficOn2, AnUntiedModelHasNoPair) {
  auto plan = on(t0(), {.pp = 2}, 0, 2);
  plan.model.tied_embedding = false;
  expect_traffic(measure(plan), Axis::tied, Operation::all_reduce, 0, 0);
}

// Control: the loss, the overflow flag and the norm, one fp64 each, on every mesh of more than one.
TEST(TrafficOn4, ControlIsKeptApart) {
  for (const auto& mesh : {ranks::MeshShape{.dp = 4}, {.tp = 4}, {.pp = 4}, {.dp = 2, .tp = 2}}) {
    const auto measured = measure(on(t0(), mesh, 0, 2));
    expect_traffic(measured, Axis::control, Operation::all_reduce, 3, 24);
    expect_no_other(measured, Axis::control, Operation::all_reduce);
  }
}

// Axes of one rank send nothing on a mesh that has others.
TEST(TrafficOn2, AxesOfOneRankSendNothing) {
  const auto replicas = measure(on(t0(), {.dp = 2}, 3, 2));
  const auto tensor = measure(on(t0(), {.tp = 2}, 3, 2));
  for (const Operation operation :
       {Operation::all_reduce, Operation::reduce_scatter, Operation::all_gather, Operation::send}) {
    for (const Axis axis : {Axis::tp, Axis::pp, Axis::tied}) {
      expect_traffic(replicas, axis, operation, 0, 0);
    }
    for (const Axis axis : {Axis::dp, Axis::pp, Axis::tied}) {
      expect_traffic(tensor, axis, operation, 0, 0);
    }
  }
}

// C93: dp = tp = pp = 2, ZeRO-1, m = 4, b = 1. tp: two layers a stage, 4 * 4 * 2 = 32 all-reduces
// of 2,048 elements, on the first stage four of the embedding more, on the last four of the head
// and twelve loss vectors of 32. pp: four messages of 2,048. tied: V h / t = 4,096. dp: the local
// parameters (56,512 and 54,592), in the ring 2 (d - 1) / d of them: scattered and gathered.
TEST(TrafficOn8, EveryAxisOfT0) {
  const auto measured = measure(on(t0(), {.dp = 2, .tp = 2, .pp = 2}, 1, 4));
  const bool is_first = measured.at.pp == 0;
  expect_traffic(measured, Axis::tp, Operation::all_reduce, is_first ? 36 : 48,
                 4 * (36 * 2048 + (is_first ? 0 : 12 * 32)));
  expect_traffic(measured, Axis::pp, Operation::send, 4, 4 * 4 * 2048);
  expect_traffic(measured, Axis::tied, Operation::all_reduce, 1, 4 * 4096);
  const std::int64_t own = is_first ? 56512 : 54592;
  expect_traffic(measured, Axis::dp, Operation::reduce_scatter, 2, 4 * own);
  expect_traffic(measured, Axis::dp, Operation::all_gather, 2, 4 * own);
  expect_traffic(measured, Axis::dp, Operation::all_reduce, 0, 0);
}

}  // namespace
