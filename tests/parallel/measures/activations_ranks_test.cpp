// MEASURES.md, "Activations": one layer at s=128 b=2 h=64 a=4 with dropout in 16 bits, item by item
// as saved-tensor hooks of PyTorch see it: sbh (34 + 5 a s / h) = 1,212,416 bytes and 16 s b =
// 4,096 of norm statistics.

#include <array>
#include <utility>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0.hpp"

namespace {

using sim::Category;
using sim::Item;
using sim::ItemGroup;
using test::bytes;
using test::measure;
using test::on;

/// `layers` layers of the measured size, V = 128.
parallel::Plan measured_layer(std::int64_t layers, ranks::MeshShape mesh) {
  auto plan = test::t0();
  plan.model.layers = layers;
  plan.model.positions = 128;
  plan.model.sequence_length = 128;
  plan.model.attention_dropout = 0.1;
  plan.model.hidden_dropout = 0.1;
  plan.micro_batch_size = 2;
  plan.precision = test::mixed_bf16;
  return on(plan, mesh, 0, 1);
}

struct ItemBytes {
  Item item;
  std::int64_t bytes;
  bool is_split;  // divided by the tensor-parallel size
};

// 32,768 = 2 s b h;  16,384 = s b h;  2,048 = 8 s b;  262,144 = 2 a s^2 b;  131,072 = 2 s b 4h.
constexpr std::array<ItemBytes, 17> layer_items = {{
    {Item::norm_1_input, 32768, false},
    {Item::norm_1_statistics, 2048, false},
    {Item::attention_qkv_input, 32768, false},
    {Item::attention_query, 32768, true},
    {Item::attention_key, 32768, true},
    {Item::attention_value, 32768, true},
    {Item::attention_softmax_output, 262144, true},
    {Item::attention_softmax_dropout_mask, 131072, true},
    {Item::attention_softmax_dropout_output, 262144, true},
    {Item::attention_projection_input, 32768, true},
    {Item::attention_dropout_mask, 16384, false},
    {Item::norm_2_input, 32768, false},
    {Item::norm_2_statistics, 2048, false},
    {Item::mlp_fc1_input, 32768, false},
    {Item::mlp_gelu_input, 131072, true},
    {Item::mlp_fc2_input, 131072, true},
    {Item::mlp_dropout_mask, 16384, false},
}};

// Outside the layers: embedding mask s b h; norm and head input 2 s b h; statistics 8 s b; logits
// always fp32, 4 s b V.
constexpr std::array<ItemBytes, 5> other_items = {{
    {Item::embedding_dropout_mask, 16384, false},
    {Item::head_norm_input, 32768, false},
    {Item::head_norm_statistics, 2048, false},
    {Item::head_input, 32768, false},
    {Item::head_logits, 131072, true},
}};

template <std::size_t count>
void expect_items(const parallel::Measurement& measured, const std::array<ItemBytes, count>& items,
                  std::int64_t layers, std::int64_t t) {
  for (const ItemBytes& item : items) {
    const std::int64_t expected = layers * (item.is_split ? item.bytes / t : item.bytes);
    EXPECT_EQ(bytes(measured, item.item).kept, expected) << name_of(item.item) << " t=" << t;
    EXPECT_EQ(bytes(measured, item.item).peak, expected) << name_of(item.item) << " t=" << t;
    EXPECT_EQ(bytes(measured, item.item).live, 0) << name_of(item.item);
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
