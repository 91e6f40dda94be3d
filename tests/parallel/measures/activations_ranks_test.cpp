// MEASURES.md, "Activations": one layer at s=128 b=2 h=64 a=4 with dropout in 16 bits, item by item
// as saved-tensor hooks of PyTorch see it: sbh (34 + 5 a s / h) = 1,212,416 bytes and 16 s b =
// 4,096 of norm statistics.

#include <array>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/measures/layer_items.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using sim::Category;
using sim::Item;
using sim::ItemGroup;
using test::bytes;
using test::measure;
using test::on;

using test::layer_items;
using test::other_items;

/// `layers` layers of the measured size, V = 128.
parallel::Plan measured_layer(std::int64_t layers, ranks::MeshShape mesh) {
  return test::measured_layers(test::t0(), layers, mesh);
}

template <std::size_t count>
void expect_items(const parallel::Measurement& measured,
                  const std::array<test::ItemBytes, count>& items, std::int64_t layers,
                  std::int64_t t) {
  for (const auto& [item, whole, is_split] : items) {
    test::expect_item(measured, item, layers * (is_split ? whole / t : whole));
  }
}

void expect_layer(std::int64_t layers, int t, std::int64_t layer_bytes) {
  const auto measured = measure(measured_layer(layers, {.tp = t}));
  expect_items(measured, layer_items, layers, t);
  expect_items(measured, other_items, 1, t);
  EXPECT_EQ(bytes(measured, ItemGroup::layer).kept, layers * layer_bytes);
  EXPECT_EQ(bytes(measured, ItemGroup::layer).peak, layers * layer_bytes);
  const std::int64_t outside = 16384 + 2 * 32768 + 2048 + 131072 / t;
  EXPECT_EQ(bytes(measured, Category::activations).kept, layers * layer_bytes + outside);
  EXPECT_EQ(bytes(measured, Category::activations).peak, layers * layer_bytes + outside);
  EXPECT_EQ(bytes(measured, Category::activations).end, 0);
}

TEST(ActivationsOn1, OneLayerIsWhatTheHooksSaw) {
  expect_layer(1, 1, 1216512);
}

TEST(ActivationsOn1, LayersAddUp) {
  expect_layer(3, 1, 1216512);
}

// Not divided: 4 * 32,768 + 2 * 16,384 + 2 * 2,048 = 167,936; divided: 1,048,576.
TEST(ActivationsOn2, TensorParallelDividesWhatIsInsideItsRegions) {
  expect_layer(1, 2, 167936 + 524288);
}

TEST(ActivationsOn4, TensorParallelDividesWhatIsInsideItsRegions) {
  expect_layer(2, 4, 167936 + 262144);
}

// Sequence parallelism divides all of it: norms, inputs, masks and statistics too.
void expect_sequence_parallel(std::int64_t layers, int t) {
  const auto measured =
      measure(test::keeping(measured_layer(layers, {.tp = t}), test::sequence_parallel));
  for (const auto& item : layer_items) {
    test::expect_item(measured, item.item, layers * item.bytes / t);
  }
  for (const auto& item : other_items) test::expect_item(measured, item.item, item.bytes / t);
  const std::int64_t all = (layers * 1216512 + 16384 + 2 * 32768 + 2048 + 131072) / t;
  test::expect_activations(measured, all, all);
}

TEST(ActivationsOn2, SequenceParallelDividesEverything) {
  expect_sequence_parallel(2, 2);
}
TEST(ActivationsOn4, SequenceParallelDividesEverything) {
  expect_sequence_parallel(1, 4);
}

// With one rank the key is legal and changes nothing.
TEST(ActivationsOn1, SequenceParallelOnOneRankChangesNothing) {
  const auto measured = measure(test::keeping(measured_layer(1, {}), test::sequence_parallel));
  expect_items(measured, layer_items, 1, 1);
  test::expect_activations(measured, 1216512 + 215040, 1216512 + 215040);
}

// C21 and C23, s=32 b=1 h=64 in 16 bits: inputs of both norms 4 s b h = 8,192, the final norm's
// 2 s b h = 4,096 once. In all 90,112 a layer, and 16 s b = 512 of statistics.
TEST(ActivationsOn1, C21NormInputs) {
  auto plan = on(test::t0(), {}, 0, 1);
  plan.precision = test::mixed_bf16;
  plan.model.attention_dropout = plan.model.hidden_dropout = 0.1;
  const auto measured = measure(plan);
  EXPECT_EQ(bytes(measured, Item::norm_1_input).kept + bytes(measured, Item::norm_2_input).kept,
            4 * 8192);
  test::expect_item(measured, Item::head_norm_input, 4096);
  EXPECT_EQ(bytes(measured, ItemGroup::layer).kept, 4 * (90112 + 512));
}

// Without dropout there are no masks and no second softmax: 1,216,512 - 131,072 - 262,144 - 2 *
// 16,384 = 790,528, and the embedding keeps nothing.
TEST(ActivationsOn1, WithoutDropoutThereAreNoMasks) {
  auto plan = measured_layer(1, {});
  plan.model.attention_dropout = 0;
  plan.model.hidden_dropout = 0;
  const auto measured = measure(plan);
  EXPECT_EQ(bytes(measured, ItemGroup::layer).kept, 790528);
  EXPECT_EQ(bytes(measured, ItemGroup::embedding).peak, 0);
  for (const Item item : {Item::attention_softmax_dropout_mask, Item::mlp_dropout_mask,
                          Item::attention_softmax_dropout_output, Item::attention_dropout_mask}) {
    EXPECT_EQ(bytes(measured, item).peak, 0) << name_of(item);
  }
}

// Each dropout has its own items: hidden alone adds 2 * 16,384 to the layer, attention alone
// 393,216.
TEST(ActivationsOn1, EachDropoutAddsItsOwn) {
  auto plan = measured_layer(1, {});
  plan.model.attention_dropout = 0;
  EXPECT_EQ(bytes(measure(plan), ItemGroup::layer).kept, 790528 + 32768);
  plan.model.attention_dropout = 0.1;
  plan.model.hidden_dropout = 0;
  EXPECT_EQ(bytes(measure(plan), ItemGroup::layer).kept, 790528 + 393216);
}

// In fp32, A = 4: masks and statistics keep their size. Doubled are 7 * 32,768 (norms, QKV and fc1
// inputs, query, key, value), the projection's 32,768, 2 * 262,144 and 2 * 131,072: 1,048,576.
TEST(ActivationsOn1, Fp32DoublesAllButMasksAndStatistics) {
  auto plan = measured_layer(1, {});
  plan.precision = test::fp32;
  const auto measured = measure(plan);
  EXPECT_EQ(bytes(measured, ItemGroup::layer).kept, 1216512 + 1048576);
  EXPECT_EQ(bytes(measured, Item::head_logits).kept, 131072);
}

// "total" is the peak of the sum: what each category held at that moment adds up to it.
TEST(ActivationsOn4, CategoriesAddUpAtTheTotalPeak) {
  for (int stage = 0; stage <= 3; ++stage) {
    const auto measured = measure(on(test::t0(), {.dp = 2, .pp = 2}, stage, 3));
    std::int64_t at_peak = 0;
    std::int64_t peaks = 0;
    for (const auto& category : measured.memory.categories) {
      EXPECT_LE(category.at_total_peak, category.peak);
      EXPECT_LE(category.kept, category.peak);
      EXPECT_LE(category.end, category.peak);
      at_peak += category.at_total_peak;
      peaks += category.peak;
    }
    EXPECT_EQ(measured.memory.total_peak, at_peak) << stage;
    EXPECT_LT(measured.memory.total_peak, peaks) << stage << ": not all peak at once";
    for (const Category passing :
         {Category::activations, Category::live_parameters, Category::communication,
          Category::inputs, Category::workspace}) {
      EXPECT_EQ(bytes(measured, passing).end, 0) << name_of(passing);
    }
  }
}

}  // namespace
