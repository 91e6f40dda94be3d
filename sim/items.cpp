#include "sim/items.hpp"

#include <array>

namespace sim {
namespace {

constexpr std::array<std::string_view, item_count> item_names = {
    "",
    "embedding.dropout_mask",
    "layer.checkpoint",
    "layer.norm_1.input",
    "layer.norm_1.statistics",
    "layer.attention.qkv_input",
    "layer.attention.qkv.output_gradient",
    "layer.attention.query_norm.input",
    "layer.attention.query_norm.statistics",
    "layer.attention.key_norm.input",
    "layer.attention.key_norm.statistics",
    "layer.attention.query",
    "layer.attention.key",
    "layer.attention.value",
    "layer.attention.kv_cache",
    "layer.attention.softmax_output",
    "layer.attention.softmax_dropout_mask",
    "layer.attention.softmax_dropout_output",
    "layer.attention.projection_input",
    "layer.attention.projection.output_gradient",
    "layer.attention.dropout_mask",
    "layer.norm_2.input",
    "layer.norm_2.statistics",
    "layer.mlp.fc1_input",
    "layer.mlp.fc1.output_gradient",
    "layer.mlp.gelu_input",
    "layer.mlp.gate",
    "layer.mlp.gate.output_gradient",
    "layer.mlp.up",
    "layer.mlp.up.output_gradient",
    "layer.mlp.fc2_input",
    "layer.mlp.fc2.output_gradient",
    "layer.mlp.dropout_mask",
    "head.norm_input",
    "head.norm_statistics",
    "head.input",
    "head.logits",
};
constexpr std::array<std::string_view, item_group_count> group_names = {"", "embedding", "layer",
                                                                        "head"};

}  // namespace

std::string_view name_of(Item item) {
  return item_names.at(static_cast<std::size_t>(item));
}

std::string_view name_of(ItemGroup group) {
  return group_names.at(static_cast<std::size_t>(group));
}

bool waits_for_weight_half(Item item) {
  return name_of(item).ends_with(".output_gradient");
}

ItemGroup group_of(Item item) {
  const std::string_view name = name_of(item);
  for (std::size_t group = 1; group < item_group_count; ++group) {
    if (name.starts_with(group_names[group])) return static_cast<ItemGroup>(group);
  }
  return ItemGroup::none;
}

}  // namespace sim
