#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/enum_table.hpp"

namespace sim {

/// The activations that are kept for the backward, one by one, in the order of the forward.
enum class Item : std::uint8_t {
  none,
  embedding_dropout_mask,
  layer_checkpoint,
  norm_1_input,
  norm_1_statistics,
  attention_qkv_input,
  attention_qkv_output_gradient,
  attention_query_norm_input,
  attention_query_norm_statistics,
  attention_key_norm_input,
  attention_key_norm_statistics,
  attention_query,
  attention_key,
  attention_value,
  attention_kv_cache,
  attention_softmax_output,
  attention_softmax_dropout_mask,
  attention_softmax_dropout_output,
  attention_projection_input,
  attention_projection_output_gradient,
  attention_dropout_mask,
  norm_2_input,
  norm_2_statistics,
  mlp_fc1_input,
  mlp_fc1_output_gradient,
  mlp_gelu_input,
  mlp_gate,
  mlp_gate_output_gradient,
  mlp_up,
  mlp_up_output_gradient,
  mlp_fc2_input,
  mlp_fc2_output_gradient,
  mlp_dropout_mask,
  head_norm_input,
  head_norm_statistics,
  head_input,
  head_logits
};
inline constexpr std::size_t item_count = enumerator_count<Item>;

/// The part of the model an item belongs to; reports also give the sum of a group.
enum class ItemGroup : std::uint8_t { none, embedding, layer, head };
inline constexpr std::size_t item_group_count = enumerator_count<ItemGroup>;

/// The item's name in reports, e.g. "layer.attention.softmax_output".
std::string_view name_of(Item item);
std::string_view name_of(ItemGroup group);
ItemGroup group_of(Item item);
/// Whether only a split backward has it: the gradient of a linear's outputs, for its weight half.
bool waits_for_weight_half(Item item);

}  // namespace sim
