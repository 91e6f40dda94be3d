// MEASURES.md, "Activations": what selective and full recomputation keep, and their peaks while one
// layer is computed again. The layer of layer_items.hpp keeps 1,216,512 bytes; outside the layers
// are the embedding's mask, 16,384, and the head's 2 * 32,768 + 2,048 + 131,072 = 198,656.

#include <array>

#include <gtest/gtest.h>

#include "tests/parallel/measures/layer_items.hpp"

namespace {

using sim::Item;
using sim::ItemGroup;
using test::bytes;
using test::expect_activations;
using test::expect_item;
using test::full;
using test::full_partitioned;
using test::full_sequence_parallel;
using test::keeping;
using test::measure;
using test::on;
using test::selective;
using test::t0;

constexpr sim::ActivationPlan selective_sequence_parallel{.recompute = sim::Recompute::selective,
                                                          .sequence_parallel = true};

parallel::Measurement measure_layers(std::int64_t layers, int t, const sim::ActivationPlan& plan) {
  return measure(keeping(test::measured_layers(t0(), layers, {.tp = t}), plan));
}

/// Items that are kept for nothing and exist for one layer at a time.
void expect_one_layer_at_a_time(const parallel::Measurement& measured, Item item,
                                std::int64_t peak) {
  EXPECT_EQ(bytes(measured, item).kept, 0) << name_of(item);
  EXPECT_EQ(bytes(measured, item).peak, peak) << name_of(item);
}

constexpr std::array<Item, 3> square_items = {Item::attention_softmax_output,
                                              Item::attention_softmax_dropout_mask,
                                              Item::attention_softmax_dropout_output};

bool is_square(Item item) {
  return item == square_items[0] || item == square_items[1] || item == square_items[2];
}

// The three s^2 items, 262,144 + 131,072 + 262,144 = 655,360, are not kept: 561,152 a layer. When
// the third layer's come back, the head's 198,656 are gone, the MLP's 32,768 + 2 * 131,072 + 16,384
// = 311,296, norm 2's 34,816, the projection input's 32,768 and a mask's 16,384: 593,920. So the
// peak is 61,440 over what is kept.
TEST(RecomputeOn1, SelectiveKeepsNoSquares) {
  const auto measured = measure_layers(3, 1, selective);
  for (const auto& item : test::layer_items) {
    if (is_square(item.item)) {
      expect_one_layer_at_a_time(measured, item.item, item.bytes);
    } else {
      expect_item(measured, item.item, 3 * item.bytes);
    }
  }
  EXPECT_EQ(bytes(measured, ItemGroup::layer).kept, 3 * 561152);
  EXPECT_EQ(bytes(measured, ItemGroup::layer).peak, 3 * 561152 - 395264 + 655360);
  expect_activations(measured, 3 * 561152 + 215040, 3 * 561152 + 215040 + 61440);
}

// Two ranks: 692,224 - 327,680 = 364,544 a layer, the head's 133,120. Gone at the replay: 133,120 +
// 32,768 + 131,072 + 16,384 + 34,816 + 16,384 + 16,384 = 380,928, more than the 327,680 that come
// back: what is kept is the peak.
TEST(RecomputeOn2, SelectiveMayPeakAtWhatIsKept) {
  const auto measured = measure_layers(2, 2, selective);
  constexpr std::int64_t kept = 2 * 364544 + 16384 + 133120;
  expect_activations(measured, kept, kept);
}

// Sequence parallelism halves the rest too: 280,576 a layer, mask 8,192, head 99,328. Gone: 99,328
// + 155,648 + 17,408 + 16,384 + 8,192 = 296,960, and 327,680 come back.
TEST(RecomputeOn2, SelectiveWithSequenceParallelism) {
  const auto measured = measure_layers(2, 2, selective_sequence_parallel);
  constexpr std::int64_t kept = 2 * 280576 + 8192 + 99328;
  expect_activations(measured, kept, kept + 30720);
  for (const Item item : square_items) EXPECT_EQ(bytes(measured, item).kept, 0) << name_of(item);
}

// Only the layers' inputs, 32,768 each. The replay takes the last one as its norm_1.input, with
// everything else of one layer beside it: 1,216,512 - 32,768, when the head's are gone.
TEST(RecomputeOn1, FullKeepsInputsAlone) {
  const auto measured = measure_layers(3, 1, full);
  expect_item(measured, Item::layer_checkpoint, 3 * 32768);
  for (const auto& item : test::layer_items) {
    const bool is_input = item.item == Item::norm_1_input;
    expect_one_layer_at_a_time(measured, item.item, is_input ? 0 : item.bytes);
  }
  EXPECT_EQ(bytes(measured, ItemGroup::layer).kept, 98304);
  EXPECT_EQ(bytes(measured, ItemGroup::layer).peak, 98304 + 1183744);
  expect_activations(measured, 98304 + 16384 + 198656, 98304 + 16384 + 1183744);
}

// Checkpoints are not divided by t: two of 32,768. A layer's set is 692,224.
TEST(RecomputeOn2, FullKeepsWholeInputs) {
  const auto measured = measure_layers(2, 2, full);
  expect_item(measured, Item::layer_checkpoint, 65536);
  expect_activations(measured, 65536 + 16384 + 133120, 65536 + 16384 + 692224 - 32768);
}

// Under sequence parallelism they are shards: 16,384. A layer's set is 608,256.
TEST(RecomputeOn2, FullWithSequenceParallelism) {
  const auto measured = measure_layers(2, 2, full_sequence_parallel);
  expect_item(measured, Item::layer_checkpoint, 32768);
  expect_activations(measured, 32768 + 8192 + 99328, 32768 + 8192 + 608256 - 16384);
}

// ZeRO-R: a half or quarter each; the gathered input is a norm_1.input of its own beside it.
TEST(RecomputeOn2, PartitionedCheckpoints) {
  const auto measured = measure_layers(2, 2, full_partitioned);
  expect_item(measured, Item::layer_checkpoint, 32768);
  expect_one_layer_at_a_time(measured, Item::norm_1_input, 32768);
  expect_activations(measured, 32768 + 16384 + 133120, 32768 + 16384 + 692224);
}

TEST(RecomputeOn4, PartitionedCheckpoints) {
  const auto measured = measure_layers(3, 4, full_partitioned);
  expect_item(measured, Item::layer_checkpoint, 3 * 8192);
  // A layer's 167,936 + 262,144; the head's 2 * 32,768 + 2,048 + 32,768 = 100,352.
  expect_activations(measured, 24576 + 16384 + 100352, 24576 + 16384 + 430080);
}

// One layer after a large head: what is kept is the peak. V = 8,192: logits 4 * 256 * 8,192 =
// 8,388,608.
TEST(RecomputeOn1, FullMayPeakAtWhatIsKept) {
  auto plan = keeping(test::measured_layers(t0(), 1, {}), full);
  plan.model.vocabulary = plan.model.padded_vocabulary = 8192;
  constexpr std::int64_t kept = 32768 + 16384 + 2 * 32768 + 2048 + 8388608;
  expect_activations(measure(plan), kept, kept);
}

// C23 and C25: T0 in 16 bits with dropout keeps, without 16 s b = 512 of statistics a layer, 90,112
// a layer or 360,448; selectively 69,632 or 278,528; in full 4,096 or 16,384.
TEST(RecomputeOn1, C25EachModeKeepsItsOwn) {
  auto plan = on(t0(), {}, 0, 1);
  plan.precision = test::mixed_bf16;
  plan.model.attention_dropout = plan.model.hidden_dropout = 0.1;
  const auto kept = [&](const sim::ActivationPlan& activations) {
    return bytes(measure(keeping(plan, activations)), ItemGroup::layer).kept;
  };
  EXPECT_EQ(kept({}), 360448 + 4 * 512);
  EXPECT_EQ(kept(selective), 278528 + 4 * 512);
  EXPECT_EQ(kept(full), 16384);
}

// 1F1B on two stages of two layers, T0 in fp32 without dropout (in_flight_ranks_test.cpp): two
// micro-batches in flight on the first, one on the last with the head's 33,024. A layer keeps
// 147,968, selectively 131,584 without the softmax output.
TEST(RecomputeOn2, InFlightOnTwoStages) {
  const auto plan = on(t0(), {.pp = 2}, 0, 3);
  auto measured = measure(keeping(plan, full));
  if (measured.at.pp == 0) {
    expect_activations(measured, 2 * 2 * 8192, 2 * 2 * 8192 + 147968 - 8192);
  } else {
    expect_activations(measured, 2 * 8192 + 33024, 2 * 8192 + 147968 - 8192);
  }
  measured = measure(keeping(plan, selective));
  const std::int64_t kept = measured.at.pp == 0 ? 2 * 2 * 131584 : 2 * 131584 + 33024;
  expect_activations(measured, kept, kept);  // 16,384 come back, more has gone
}

// T0's four layers in fp32 without dropout on two ranks: inputs and statistics 4 * 8,192 + 512 =
// 33,280 a layer, halved under sequence parallelism, and half of 114,688, of which the softmax
// output is 16,384: 90,624 or 73,984, without it 8,192 less. Full: an input each, and one layer.
TEST(RecomputeOn2, LayersOfT0) {
  const auto expect = [](const sim::ActivationPlan& plan, std::int64_t kept, std::int64_t peak) {
    const auto measured = measure(keeping(on(t0(), {.tp = 2}, 0, 1), plan));
    EXPECT_EQ(bytes(measured, ItemGroup::layer).kept, kept);
    EXPECT_EQ(bytes(measured, ItemGroup::layer).peak, peak);
  };
  expect({}, 362496, 362496);
  expect(test::sequence_parallel, 295936, 295936);
  expect(selective, 329728, 329728);
  expect(selective_sequence_parallel, 263168, 263168);
  expect(full, 32768, 115200);
  expect(full_sequence_parallel, 16384, 86272);
}

// GPipe on one rank: three micro-batches of four checkpoints and a head each. The first replay has
// freed one head alone.
TEST(RecomputeOn1, GpipeKeepsEveryMicroBatch) {
  auto plan = keeping(on(t0(), {}, 0, 3), full);
  plan.schedule = parallel::PipelineSchedule::gpipe;
  constexpr std::int64_t kept = 3 * (4 * 8192 + 33024);
  expect_activations(measure(plan), kept, kept - 33024 + 147968 - 8192);
  plan.activations = selective;
  constexpr std::int64_t selectively = 3 * (4 * 131584 + 33024);
  expect_activations(measure(plan), selectively, selectively);
}

// With dropout in 16 bits the squares come back to two micro-batches in flight: 395,264 of the last
// layer are gone by then.
TEST(RecomputeOn2, SelectiveInFlight) {
  const auto plan = on(test::measured_layers(t0(), 4, {}), {.pp = 2}, 0, 2);
  const auto measured = measure(keeping(plan, selective));
  if (measured.at.pp == 0) {
    constexpr std::int64_t kept = 2 * (2 * 561152 + 16384);
    expect_activations(measured, kept, kept - 395264 + 655360);
  } else {
    constexpr std::int64_t kept = 2 * 561152 + 198656;
    expect_activations(measured, kept, kept - 593920 + 655360);
  }
}

}  // namespace
