#include "sim/items.hpp"

#include <array>

namespace sim {
namespace {

constexpr EnumNames<Item> item_names{
    {{Item::none, "none"},
     {Item::embedding_dropout_mask, "embedding.dropout_mask"},
     {Item::layer_checkpoint, "layer.checkpoint"},
     {Item::norm_1_input, "layer.norm_1.input"},
     {Item::norm_1_statistics, "layer.norm_1.statistics"},
     {Item::attention_qkv_input, "layer.attention.qkv_input"},
     {Item::attention_qkv_output_gradient, "layer.attention.qkv.output_gradient"},
     {Item::attention_query_norm_input, "layer.attention.query_norm.input"},
     {Item::attention_query_norm_statistics, "layer.attention.query_norm.statistics"},
     {Item::attention_key_norm_input, "layer.attention.key_norm.input"},
     {Item::attention_key_norm_statistics, "layer.attention.key_norm.statistics"},
     {Item::attention_query, "layer.attention.query"},
     {Item::attention_key, "layer.attention.key"},
     {Item::attention_value, "layer.attention.value"},
     {Item::attention_kv_cache, "layer.attention.kv_cache"},
     {Item::attention_softmax_output, "layer.attention.softmax_output"},
     {Item::attention_softmax_dropout_mask, "layer.attention.softmax_dropout_mask"},
     {Item::attention_softmax_dropout_output, "layer.attention.softmax_dropout_output"},
     {Item::attention_projection_input, "layer.attention.projection_input"},
     {Item::attention_projection_output_gradient, "layer.attention.projection.output_gradient"},
     {Item::attention_dropout_mask, "layer.attention.dropout_mask"},
     {Item::norm_2_input, "layer.norm_2.input"},
     {Item::norm_2_statistics, "layer.norm_2.statistics"},
     {Item::mlp_fc1_input, "layer.mlp.fc1_input"},
     {Item::mlp_fc1_output_gradient, "layer.mlp.fc1.output_gradient"},
     {Item::mlp_gelu_input, "layer.mlp.gelu_input"},
     {Item::mlp_gate, "layer.mlp.gate"},
     {Item::mlp_gate_output_gradient, "layer.mlp.gate.output_gradient"},
     {Item::mlp_up, "layer.mlp.up"},
     {Item::mlp_up_output_gradient, "layer.mlp.up.output_gradient"},
     {Item::mlp_fc2_input, "layer.mlp.fc2_input"},
     {Item::mlp_fc2_output_gradient, "layer.mlp.fc2.output_gradient"},
     {Item::mlp_dropout_mask, "layer.mlp.dropout_mask"},
     {Item::head_norm_input, "head.norm_input"},
     {Item::head_norm_statistics, "head.norm_statistics"},
     {Item::head_input, "head.input"},
     {Item::head_logits, "head.logits"}}};

constexpr EnumNames<ItemGroup> group_names{{{ItemGroup::none, "none"},
                                            {ItemGroup::embedding, "embedding"},
                                            {ItemGroup::layer, "layer"},
                                            {ItemGroup::head, "head"}}};

// An item's name begins with that of its group.
constexpr auto groups_of_items = [] {
  std::array<ItemGroup, item_count> groups{};
  for (const Item item : enumerators<Item>) {
    const std::string_view name = item_names[item];
    const auto group = group_names.find(name.substr(0, name.find('.')));
    if (!group) throw "every item belongs to a group";
    groups[static_cast<std::size_t>(item)] = *group;
  }
  return groups;
}();

}  // namespace

std::string_view name_of(Item item) {
  return item_names[item];
}

std::string_view name_of(ItemGroup group) {
  return group_names[group];
}

bool waits_for_weight_half(Item item) {
  return name_of(item).ends_with(".output_gradient");
}

ItemGroup group_of(Item item) {
  return groups_of_items.at(static_cast<std::size_t>(item));
}

}  // namespace sim
