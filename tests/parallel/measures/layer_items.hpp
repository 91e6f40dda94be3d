#pragma once

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

#include "tests/parallel/measured.hpp"
#include "tests/parallel/t0_blocks.hpp"

namespace test {

/// A plan of so many layers at s=128 b=2, with dropout in 16 bits, at the sizes of which
/// activations are listed.
inline parallel::Plan measured_layers(parallel::Plan plan, std::int64_t layers,
                                      ranks::MeshShape mesh) {
  plan.model.layers = layers;
  plan.model.positions = 128;
  plan.model.sequence_length = 128;
  plan.model.attention_dropout = 0.1;
  plan.model.hidden_dropout = 0.1;
  plan.micro_batch_size = 2;
  plan.precision = mixed_bf16;
  return on(plan, mesh, 0, 1);
}

struct ItemBytes {
  sim::Item item;
  std::int64_t bytes;
  bool is_split;  // divided by the tensor-parallel size
};

// T0's block. 32,768 = 2 s b h;  16,384 = s b h;  2,048 = 8 s b;  262,144 = 2 a s^2 b;  131,072 = 2
// s b 4h.
inline constexpr std::array<ItemBytes, 17> layer_items = {{
    {sim::Item::norm_1_input, 32768, false},
    {sim::Item::norm_1_statistics, 2048, false},
    {sim::Item::attention_qkv_input, 32768, false},
    {sim::Item::attention_query, 32768, true},
    {sim::Item::attention_key, 32768, true},
    {sim::Item::attention_value, 32768, true},
    {sim::Item::attention_softmax_output, 262144, true},
    {sim::Item::attention_softmax_dropout_mask, 131072, true},
    {sim::Item::attention_softmax_dropout_output, 262144, true},
    {sim::Item::attention_projection_input, 32768, true},
    {sim::Item::attention_dropout_mask, 16384, false},
    {sim::Item::norm_2_input, 32768, false},
    {sim::Item::norm_2_statistics, 2048, false},
    {sim::Item::mlp_fc1_input, 32768, false},
    {sim::Item::mlp_gelu_input, 131072, true},
    {sim::Item::mlp_fc2_input, 131072, true},
    {sim::Item::mlp_dropout_mask, 16384, false},
}};

// Outside the layers: embedding mask s b h; norm and head input 2 s b h; statistics 8 s b; logits
// always fp32, 4 s b V.
inline constexpr std::array<ItemBytes, 5> other_items = {{
    {sim::Item::embedding_dropout_mask, 16384, false},
    {sim::Item::head_norm_input, 32768, false},
    {sim::Item::head_norm_statistics, 2048, false},
    {sim::Item::head_input, 32768, false},
    {sim::Item::head_logits, 131072, true},
}};

/// An item of all layers: as much is kept as it ever is, and nothing left over.
inline void expect_item(const parallel::Measurement& measured, sim::Item item,
                        std::int64_t expected) {
  EXPECT_EQ(bytes(measured, item).kept, expected) << name_of(item);
  EXPECT_EQ(bytes(measured, item).peak, expected) << name_of(item);
  EXPECT_EQ(bytes(measured, item).live, 0) << name_of(item);
}

/// Activations in all: kept, and at most.
inline void expect_activations(const parallel::Measurement& measured, std::int64_t kept,
                               std::int64_t peak) {
  EXPECT_EQ(bytes(measured, sim::Category::activations).kept, kept);
  EXPECT_EQ(bytes(measured, sim::Category::activations).peak, peak);
  EXPECT_EQ(bytes(measured, sim::Category::activations).end, 0);
}

}  // namespace test
