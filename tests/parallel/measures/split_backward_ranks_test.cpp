// MEASURES.md, "Split backward": what waits for the weight half, to the byte, on T0 in fp32 with a
// micro-batch of one sequence and every weight half after the last input half.

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/measures/layer_items.hpp"
#include "tests/parallel/schedule/split_backward.hpp"
#include "tests/parallel/t0.hpp"
#include "tests/parallel/t0_blocks.hpp"

namespace {

using parallel::Measurement;
using parallel::Plan;
using sim::Category;
using sim::Item;
using test::bytes;
using test::measure;

Plan split(Plan plan) {
  plan.schedule_table = test::changed_schedules(plan, test::with_weight_halves_last);
  return plan;
}

void expect_peak(const Measurement& measured, Item item, std::int64_t peak) {
  EXPECT_EQ(bytes(measured, item).peak, peak) << name_of(item);
  EXPECT_EQ(bytes(measured, item).live, 0) << name_of(item);
}

/// The same work: FLOPs of every phase.
void expect_same_flops(const Measurement& one, const Measurement& other) {
  for (std::size_t phase = 0; phase < sim::phase_count; ++phase) {
    EXPECT_EQ(one.flops.at(phase).matmul, other.flops.at(phase).matmul);
    EXPECT_EQ(one.flops.at(phase).elementwise, other.flops.at(phase).elementwise);
  }
}

// A micro-batch and layer: A s b = 128 times the outputs of each linear, 3 h, h, f, h; inputs h, h,
// h, f. 1F1B without a pipeline: of all else one micro-batch at a time.
TEST(SplitBackwardOn1, LinearsWaitWithInputAndOutputGradient) {
  const Plan plan = test::on(test::t0(), {}, 0, 3);
  const Measurement measured = measure(split(plan));
  constexpr std::int64_t three = 3 * 4 * 128;  // micro-batches, layers
  expect_peak(measured, Item::attention_qkv_output_gradient, three * 192);
  expect_peak(measured, Item::attention_projection_output_gradient, three * 64);
  expect_peak(measured, Item::mlp_fc1_output_gradient, three * 256);
  expect_peak(measured, Item::mlp_fc2_output_gradient, three * 64);
  expect_peak(measured, Item::attention_qkv_input, three * 64);
  expect_peak(measured, Item::attention_projection_input, three * 64);
  expect_peak(measured, Item::mlp_fc1_input, three * 64);
  expect_peak(measured, Item::mlp_fc2_input, three * 256);
  expect_peak(measured, Item::mlp_gelu_input, 4 * 128 * 256);
  expect_peak(measured, Item::norm_2_input, 4 * 128 * 64);
  expect_peak(measured, Item::head_input, 128 * 64);
  EXPECT_EQ(bytes(measured, Category::inputs).peak, 2 * 8 * 32);
  EXPECT_EQ(bytes(measured, Category::activations).end, 0);
  expect_same_flops(measured, measure(plan));
}

TEST(SplitBackwardOn1, APlainBackwardKeepsNoOutputGradient) {
  const Measurement measured = measure(test::on(test::t0(), {}, 0, 3));
  for (const Item item :
       {Item::attention_qkv_output_gradient, Item::attention_projection_output_gradient,
        Item::mlp_fc1_output_gradient, Item::mlp_fc2_output_gradient,
        Item::mlp_gate_output_gradient, Item::mlp_up_output_gradient}) {
    expect_peak(measured, item, 0);
  }
}

TEST(SplitBackwardOn1, AGatedMlpHasTwo) {
  const Plan plan = test::on(test::llama_t0(2), {}, 0, 2);
  const Measurement measured = measure(split(plan));
  const std::int64_t inner = 2 * 4 * 128 * plan.model.ffn_hidden;
  expect_peak(measured, Item::mlp_gate_output_gradient, inner);
  expect_peak(measured, Item::mlp_up_output_gradient, inner);
  expect_peak(measured, Item::mlp_fc1_output_gradient, 0);
  expect_peak(measured, Item::attention_qkv_output_gradient,
              2 * 4 * 128 * (plan.model.query_width() + 2 * plan.model.kv_width()));
  expect_same_flops(measured, measure(plan));
}

// Without dropout both branches of a parallel block have the same output gradient, which exists
// once; with it each has its own.
TEST(SplitBackwardOn1, ParallelBranchesShareTheirOutputGradient) {
  Plan plan = test::on(test::neox_t0(), {}, 0, 2);
  Measurement measured = measure(split(plan));
  expect_peak(measured, Item::attention_projection_output_gradient, 2 * 4 * 128 * 64);
  EXPECT_LE(bytes(measured, Item::mlp_fc2_output_gradient).peak, 128 * 64);
  plan.model.hidden_dropout = 0.1;
  measured = measure(split(plan));
  expect_peak(measured, Item::attention_projection_output_gradient, 2 * 4 * 128 * 64);
  expect_peak(measured, Item::mlp_fc2_output_gradient, 2 * 4 * 128 * 64);
}

// Full recomputation: what the replay makes for a linear waits; of all else one layer at a time.
TEST(SplitBackwardOn1, AReplayedLayerKeepsItsLinearsInputs) {
  Plan plan = test::on(test::t0(), {}, 0, 2);
  plan.activations.recompute = sim::Recompute::full;
  const Measurement measured = measure(split(plan));
  expect_peak(measured, Item::mlp_fc2_input, 2 * 4 * 128 * 256);
  expect_peak(measured, Item::attention_qkv_input, 2 * 4 * 128 * 64);
  expect_peak(measured, Item::mlp_gelu_input, 128 * 256);
  expect_peak(measured, Item::layer_checkpoint, 4 * 128 * 64);
  expect_same_flops(measured, measure(plan));
}

// Shards wait: inputs of column-parallel linears, output gradients of row-parallel ones. The latter
// are gathered twice, for each half: 2 all_gathers of 8,192 bytes more a layer and micro-batch.
TEST(SplitBackwardOn2, SequenceParallelismKeepsShardsAndGathersAgain) {
  Plan plan = test::on(test::t0(), {.tp = 2}, 0, 2);
  plan.activations.sequence_parallel = true;
  const Measurement plain = measure(plan);
  const Measurement measured = measure(split(plan));
  constexpr std::int64_t layers = 2 * 4;
  expect_peak(measured, Item::attention_qkv_input, layers * 128 * 32);
  expect_peak(measured, Item::mlp_fc2_output_gradient, layers * 128 * 32);
  expect_peak(measured, Item::mlp_fc1_output_gradient, layers * 128 * 128);
  expect_peak(measured, Item::attention_qkv_output_gradient, layers * 128 * 96);
  for (const auto operation : {ranks::Operation::all_reduce, ranks::Operation::reduce_scatter}) {
    const auto& before = plain.traffic.at(ranks::Axis::tp, operation);
    test::expect_traffic(measured, ranks::Axis::tp, operation, before.calls, before.bytes);
  }
  const auto& gathers = plain.traffic.at(ranks::Axis::tp, ranks::Operation::all_gather);
  test::expect_traffic(measured, ranks::Axis::tp, ranks::Operation::all_gather,
                       gathers.calls + 2 * layers, gathers.bytes + 2 * layers * 8192);
  expect_same_flops(measured, plain);
}

// ZeRO-2: norms, biases and positions, 4 (4 * 64 + 192 + 64 + 256 + 64) + 128 + 2,048 = 5,504
// elements, wait a micro-batch for their unit in buffers of their own. While the first weight half
// is reduced: the bucket, the staging, and what the second micro-batch has waiting. The messages
// are a plain backward's.
TEST(SplitBackwardOn2, GradientsOfTheInputHalfWaitForTheirUnit) {
  const Plan plan = test::on(test::t0(), {.dp = 2}, 2, 2);
  const Measurement plain = measure(plan);
  const Measurement measured = measure(split(plan));
  EXPECT_EQ(bytes(measured, Category::communication).peak, 808448 + 404224 + 4 * 5504);
  EXPECT_EQ(bytes(measured, Category::communication).end, 0);
  test::expect_traffic(measured, ranks::Axis::dp, ranks::Operation::reduce_scatter, 4, 1682432);
  expect_same_flops(measured, plain);
}

// ZeRO-3: a weight half needs no weight, so nothing is gathered for it.
TEST(SplitBackwardOn2, AWeightHalfGathersNoWeights) {
  const Plan plan = test::on(test::t0(), {.dp = 2}, 3, 2);
  const Measurement measured = measure(split(plan));
  test::expect_traffic(measured, ranks::Axis::dp, ranks::Operation::all_gather, 112, 3495936);
  EXPECT_EQ(bytes(measured, Category::live_parameters).peak, 66560);
}

/// Integer for integer, what a shape-only run says of this rank.
void expect_dry_equals(const Plan& plan) {
  const Measurement real = measure(plan);
  const Measurement dry = parallel::walk_training(plan, test_support::session().rank());
  EXPECT_EQ(real.memory.total_peak, dry.memory.total_peak);
  EXPECT_EQ(real.memory.at_peak, dry.memory.at_peak);
  for (std::size_t i = 0; i < sim::category_count; ++i) {
    EXPECT_EQ(real.memory.categories.at(i).peak, dry.memory.categories.at(i).peak) << i;
  }
  for (std::size_t i = 0; i < sim::item_count; ++i) {
    EXPECT_EQ(real.memory.items.at(i).peak, dry.memory.items.at(i).peak) << i;
  }
  expect_same_flops(real, dry);
}

TEST(SplitBackwardOn4, AShapeOnlyRunIsEqual) {
  std::mt19937 random(7);
  const auto anywhere = [&](parallel::Schedule schedule) {
    return test::with_weight_halves_anywhere(std::move(schedule), random);
  };
  for (const int stage : {0, 2, 3}) {
    Plan plan = test::on(test::t0(), {.dp = 2, .pp = 2}, stage, 4);
    plan.model.hidden_dropout = stage == 0 ? 0.0 : 0.1;
    plan.schedule_table = test::changed_schedules(plan, anywhere);
    expect_dry_equals(plan);
    plan = test::on(test::t0(), {.tp = 2, .pp = 2}, 0, 4);
    plan.activations = {.recompute = stage == 3 ? sim::Recompute::full : sim::Recompute::none,
                        .sequence_parallel = stage != 0};
    plan.schedule_table = test::changed_schedules(plan, anywhere);
    expect_dry_equals(plan);
  }
}

}  // namespace
