// MEASURES.md, "Activations" of other blocks than GPT-2's, at the sizes of layer_items.hpp without
// dropout: A s b h = 2 * 128 * 2 * 64 = 32,768; 4 s b = 1,024 for RMSNorm's statistics, 8 s b =
// 2,048 for LayerNorm's; A a s^2 b = 262,144; A s b f = 131,072 with f = 256.

#include <vector>

#include <gtest/gtest.h>

#include "tests/parallel/measures/layer_items.hpp"

namespace {

using sim::Item;
using sim::ItemGroup;
using test::bytes;
using test::expect_activations;
using test::expect_item;
using test::keeping;
using test::llama_t0;
using test::measure;
using test::neox_t0;

struct Expected {
  Item item;
  std::int64_t bytes;
};

parallel::Plan without_dropout(parallel::Plan plan, int t) {
  plan = test::measured_layers(plan, 2, {.tp = t});
  plan.model.attention_dropout = plan.model.hidden_dropout = 0;
  return plan;
}

/// Two layers have these items and no other.
void expect_layer(const parallel::Measurement& measured, const std::vector<Expected>& items) {
  std::int64_t sum = 0;
  for (const Expected& expected : items) {
    expect_item(measured, expected.item, 2 * expected.bytes);
    sum += 2 * expected.bytes;
  }
  EXPECT_EQ(bytes(measured, ItemGroup::layer).kept, sum);
  EXPECT_EQ(bytes(measured, ItemGroup::layer).peak, sum);
}

/// Llama's layer, key and value A s b max(k, t) hd / t each.
std::vector<Expected> llama_items(std::int64_t key, std::int64_t t, std::int64_t sequence_parts) {
  return {{Item::norm_1_input, 32768 / sequence_parts},
          {Item::norm_1_statistics, 1024 / sequence_parts},
          {Item::attention_qkv_input, 32768 / sequence_parts},
          {Item::attention_query, 32768 / t},
          {Item::attention_key, key},
          {Item::attention_value, key},
          {Item::attention_softmax_output, 262144 / t},
          {Item::attention_projection_input, 32768 / t},
          {Item::norm_2_input, 32768 / sequence_parts},
          {Item::norm_2_statistics, 1024 / sequence_parts},
          {Item::mlp_fc1_input, 32768 / sequence_parts},
          {Item::mlp_gate, 131072 / t},
          {Item::mlp_up, 131072 / t},
          {Item::mlp_fc2_input, 131072 / t}};
}

// Grouped heads are not repeated: four, two and one of 2 * 256 * 16 = 8,192 bytes.
TEST(BlockActivationsOn1, LlamaAndItsKeyValueHeads) {
  for (const std::int64_t kv_heads : {4, 2, 1}) {
    const auto measured = measure(without_dropout(llama_t0(kv_heads), 1));
    expect_layer(measured, llama_items(8192 * kv_heads, 1, 1));
    expect_item(measured, Item::head_norm_statistics, 1024);
    expect_item(measured, Item::head_norm_input, 32768);
    expect_item(measured, Item::head_input, 32768);
    expect_item(measured, Item::head_logits, 131072);
    expect_item(measured, Item::mlp_gelu_input, 0);
  }
}

// Two ranks hold two of four heads each, one of two, or the one that there is.
TEST(BlockActivationsOn2, LlamaAndItsKeyValueHeads) {
  expect_layer(measure(without_dropout(llama_t0(4), 2)), llama_items(16384, 2, 1));
  expect_layer(measure(without_dropout(llama_t0(2), 2)), llama_items(8192, 2, 1));
  expect_layer(measure(without_dropout(llama_t0(1), 2)), llama_items(8192, 2, 1));
}

TEST(BlockActivationsOn4, LlamaWithFewerKeyValueHeadsThanRanks) {
  for (const std::int64_t kv_heads : {4, 2, 1}) {
    const auto plan = without_dropout(llama_t0(kv_heads), 4);
    expect_layer(measure(plan), llama_items(8192, 4, 1));
    const auto measured = measure(keeping(plan, test::sequence_parallel));
    expect_layer(measured, llama_items(8192, 4, 4));
    expect_item(measured, Item::head_norm_statistics, 256);
  }
}

// With dropout Llama's block has every mask that GPT-2's has.
TEST(BlockActivationsOn1, LlamaWithDropout) {
  const auto measured = measure(test::measured_layers(llama_t0(2), 1, {}));
  expect_item(measured, Item::attention_softmax_dropout_mask, 131072);
  expect_item(measured, Item::attention_softmax_dropout_output, 262144);
  expect_item(measured, Item::attention_dropout_mask, 16384);
  expect_item(measured, Item::mlp_dropout_mask, 16384);
  expect_item(measured, Item::embedding_dropout_mask, 16384);
}

// One layer's sum is 886,784; with 262,144 of softmax recomputed 624,640; in full 32,768 and the
// layer's set on top. Head: 2 * 32,768 + 1,024 + 131,072 = 197,632.
TEST(BlockActivationsOn1, LlamaRecomputed) {
  const auto plan = without_dropout(llama_t0(2), 1);
  expect_activations(measure(plan), 2 * 886784 + 197632, 2 * 886784 + 197632);
  expect_activations(measure(keeping(plan, test::selective)), 2 * 624640 + 197632,
                     2 * 624640 + 197632);
  expect_activations(measure(keeping(plan, test::full)), 65536 + 197632, 65536 + 886784 - 32768);
}

/// Inputs of query and key norm, and 8 bytes (RMSNorm 4) of statistics a token and head: s b = 256.
void expect_head_norms(const parallel::Measurement& measured, std::int64_t heads,
                       std::int64_t kv_heads, std::int64_t bytes_a_head) {
  expect_item(measured, Item::attention_query_norm_input, 2 * 8192 * heads);
  expect_item(measured, Item::attention_key_norm_input, 2 * 8192 * kv_heads);
  expect_item(measured, Item::attention_query_norm_statistics, 2 * 256 * heads * bytes_a_head);
  expect_item(measured, Item::attention_key_norm_statistics, 2 * 256 * kv_heads * bytes_a_head);
  expect_item(measured, Item::attention_query, 2 * 8192 * heads);
  expect_item(measured, Item::attention_key, 2 * 8192 * kv_heads);
}

TEST(BlockActivationsOn1, QueryAndKeyNorms) {
  auto plan = without_dropout(llama_t0(2), 1);
  plan.model.block.qk_layernorm = true;
  expect_head_norms(measure(plan), 4, 2, 4);
  plan.model.block.normalization = sim::Normalization::layer_norm;
  expect_head_norms(measure(plan), 4, 2, 8);
}

// Inside attention the norms have all positions, sequence parallelism or not.
TEST(BlockActivationsOn2, QueryAndKeyNorms) {
  for (const std::int64_t kv_heads : {2, 1}) {
    auto plan = without_dropout(llama_t0(kv_heads), 2);
    plan.model.block.qk_layernorm = true;
    expect_head_norms(measure(plan), 2, 1, 4);
    expect_head_norms(measure(keeping(plan, test::sequence_parallel)), 2, 1, 4);
  }
}

/// NeoX's layer without what only its second norm needs.
std::vector<Expected> shared_norm_items(std::int64_t t, std::int64_t sequence_parts) {
  return {{Item::norm_1_input, 32768 / sequence_parts},
          {Item::norm_1_statistics, 2048 / sequence_parts},
          {Item::attention_qkv_input, 32768 / sequence_parts},
          {Item::attention_query, 32768 / t},
          {Item::attention_key, 32768 / t},
          {Item::attention_value, 32768 / t},
          {Item::attention_softmax_output, 262144 / t},
          {Item::attention_projection_input, 32768 / t},
          {Item::mlp_gelu_input, 131072 / t},
          {Item::mlp_fc2_input, 131072 / t}};
}

/// The two norms share their input; the second has statistics and an output of its own.
std::vector<Expected> neox_items(std::int64_t t, std::int64_t sequence_parts) {
  auto items = shared_norm_items(t, sequence_parts);
  items.push_back({Item::norm_2_statistics, 2048 / sequence_parts});
  items.push_back({Item::mlp_fc1_input, 32768 / sequence_parts});
  return items;
}

TEST(BlockActivationsOn1, ParallelBlocks) {
  auto plan = without_dropout(neox_t0(), 1);
  auto measured = measure(plan);
  expect_layer(measured, neox_items(1, 1));
  expect_item(measured, Item::norm_2_input, 0);
  plan.model.block.shared_norm = true;
  measured = measure(plan);
  expect_layer(measured, shared_norm_items(1, 1));
  for (const Item item : {Item::norm_2_input, Item::norm_2_statistics, Item::mlp_fc1_input}) {
    expect_item(measured, item, 0);
  }
}

TEST(BlockActivationsOn2, ParallelBlocks) {
  auto plan = without_dropout(neox_t0(), 2);
  expect_layer(measure(plan), neox_items(2, 1));
  expect_layer(measure(keeping(plan, test::sequence_parallel)), neox_items(2, 2));
  plan.model.block.shared_norm = true;
  expect_layer(measure(plan), shared_norm_items(2, 1));
  expect_layer(measure(keeping(plan, test::sequence_parallel)), shared_norm_items(2, 2));
}

// Full recomputation: one layer is 7 * 32,768 + 2 * 2,048 + 262,144 + 2 * 131,072 =
// 757,760; LayerNorm's head 2 * 32,768 + 2,048 + 131,072 = 198,656.
TEST(BlockActivationsOn1, ParallelBlocksRecomputed) {
  const auto plan = without_dropout(neox_t0(), 1);
  expect_activations(measure(plan), 2 * 757760 + 198656, 2 * 757760 + 198656);
  expect_activations(measure(keeping(plan, test::full)), 65536 + 198656, 65536 + 757760 - 32768);
}

}  // namespace
