#include "sim/model/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "sim/checked.hpp"

namespace sim {
namespace {

using Along = Cut::Along;

// GPT-2's initialisation: 0.02, and 0.02 / sqrt(2L) for the two projections that write to the
// residual stream (Radford et al. 2019, section 2.3).
constexpr float initial_deviation = 0.02F;

/// Appends tensors module by module and hands out their ids.
class Builder {
 public:
  Builder(const ModelDescription& model, const ChunkRange& range) : model_(model), range_(range) {}

  ChunkParameters build() {
    if (range_.has_embedding) add_embedding();
    for (std::int64_t i = 0; i < range_.layer_count; ++i) add_layer(range_.first_layer + i);
    if (range_.has_head) add_head();
    return std::move(result_);
  }

 private:
  ModuleId open_module() {
    result_.modules.emplace_back();
    return static_cast<ModuleId>(result_.modules.size()) - 1;
  }

  ParameterId add(ParameterSpec spec) {
    spec.module = static_cast<ModuleId>(result_.modules.size()) - 1;
    spec.padded_rows = std::max(spec.padded_rows, spec.rows);
    const auto id = static_cast<ParameterId>(result_.specs.size());
    result_.modules.back().push_back(id);
    result_.specs.push_back(std::move(spec));
    return id;
  }

  ParameterId add_vector(std::string name, std::int64_t size, Cut cut, PartialOver gradient,
                         float constant) {
    return add({.name = std::move(name),
                .rows = 1,
                .columns = size,
                .is_vector = true,
                .cut = cut,
                .gradient = gradient,
                .initial = {.constant = constant}});
  }

  NormIds add_norm(const std::string& name, std::int64_t size, PartialOver gradient) {
    NormIds ids{.module = open_module()};
    ids.gain = add_vector(name + ".weight", size, {}, gradient, 1.0F);
    if (model_.block.normalization == Normalization::layer_norm) {
      ids.bias = add_vector(name + ".bias", size, {}, gradient, 0.0F);
    }
    return ids;
  }

  /// A linear whose outputs are cut (column-parallel).
  struct ColumnLinear {
    std::int64_t outputs = 0;
    std::int64_t blocks = 1;
    std::int64_t most_parts = 0;
    PartialOver gradient = PartialOver::nothing;
    bool has_bias = false;
  };
  LinearIds add_column_linear(const std::string& name, const ColumnLinear& linear) {
    const bool in_out = model_.names.weights_are_in_out;
    LinearIds ids{.module = open_module()};
    ids.weight =
        add({.name = name + ".weight",
             .rows = in_out ? model_.hidden : linear.outputs,
             .columns = in_out ? linear.outputs : model_.hidden,
             .cut = {in_out ? Along::columns : Along::rows, linear.blocks, linear.most_parts},
             .gradient = linear.gradient,
             .initial = {.deviation = initial_deviation}});
    if (!linear.has_bias) return ids;
    ids.bias =
        add_vector(name + ".bias", linear.outputs,
                   {Along::columns, linear.blocks, linear.most_parts}, linear.gradient, 0.0F);
    return ids;
  }

  /// A linear whose inputs are cut (row-parallel): it writes to the residual stream, and its bias
  /// is whole on every rank.
  LinearIds add_row_linear(const std::string& name, std::int64_t inputs) {
    const bool in_out = model_.names.weights_are_in_out;
    LinearIds ids{.module = open_module()};
    ids.weight =
        add({.name = name + ".weight",
             .rows = in_out ? inputs : model_.hidden,
             .columns = in_out ? model_.hidden : inputs,
             .cut = {in_out ? Along::rows : Along::columns},
             .initial = {.deviation = initial_deviation /
                                      std::sqrt(2.0F * static_cast<float>(model_.layers))}});
    if (!model_.block.add_bias_linear) return ids;
    ids.bias = add_vector(name + ".bias", model_.hidden, {}, PartialOver::positions, 0.0F);
    return ids;
  }

  TableIds add_vocabulary_table(const std::string& name) {
    const ModuleId module = open_module();
    return {module, add({.name = name + ".weight",
                         .rows = model_.vocabulary,
                         .columns = model_.hidden,
                         .padded_rows = model_.padded_vocabulary,
                         .is_table = true,
                         .cut = {Along::rows, 1},
                         .initial = {.deviation = initial_deviation}})};
  }

  void add_embedding() {
    result_.word_table = add_vocabulary_table(model_.names.word_table);
    ParameterSpec& words = result_.specs.back();
    words.is_tied = model_.tied_embedding;
    words.uses = model_.tied_embedding && range_.has_head ? 2 : 1;
    if (model_.block.position_embedding != PositionEmbedding::learned_absolute) return;
    result_.position_table.module = open_module();
    result_.position_table.weight = add({.name = model_.names.position_table + ".weight",
                                         .rows = model_.positions,
                                         .columns = model_.hidden,
                                         .is_table = true,
                                         .initial = {.deviation = initial_deviation}});
  }

  void add_layer(std::int64_t layer) {
    const TensorNames& names = model_.names;
    const std::string prefix = names.layer_prefix + std::to_string(layer) + ".";
    LayerIds ids;
    ids.norm_1 = add_norm(prefix + names.norm_1, model_.hidden, PartialOver::positions);
    ids.qkv = add_qkv(prefix);
    if (model_.block.qk_layernorm) {
      ids.query_norm = add_norm(prefix + names.query_norm, model_.head_dim, PartialOver::heads);
      ids.key_norm = add_norm(prefix + names.key_norm, model_.head_dim, PartialOver::heads);
    }
    ids.projection = add_row_linear(prefix + names.projection, model_.query_width());
    if (model_.has_second_norm()) {
      ids.norm_2 = add_norm(prefix + names.norm_2, model_.hidden, PartialOver::positions);
    }
    add_mlp(prefix, ids);
    result_.layers.push_back(ids);
  }

  QkvIds add_qkv(const std::string& prefix) {
    const TensorNames& names = model_.names;
    const bool has_bias = model_.block.add_bias_linear || model_.block.add_qkv_bias;
    QkvIds ids;
    if (model_.qkv_is_fused()) {
      ids.fused = add_column_linear(prefix + names.fused_qkv,
                                    {.outputs = (Checked(3) * model_.query_width()).value(),
                                     .blocks = names.qkv_fusion == QkvFusion::blocks ? 3 : 1,
                                     .has_bias = has_bias});
      return ids;
    }
    const ColumnLinear kv{.outputs = model_.kv_width(),
                          .most_parts = model_.kv_heads,
                          .gradient = PartialOver::shared_heads,
                          .has_bias = has_bias};
    ids.query = add_column_linear(prefix + names.query,
                                  {.outputs = model_.query_width(), .has_bias = has_bias});
    ids.key = add_column_linear(prefix + names.key, kv);
    ids.value = add_column_linear(prefix + names.value, kv);
    return ids;
  }

  void add_mlp(const std::string& prefix, LayerIds& ids) {
    const TensorNames& names = model_.names;
    const ColumnLinear up{.outputs = model_.ffn_hidden, .has_bias = model_.block.add_bias_linear};
    if (model_.block.gated_linear_unit) {
      ids.gate = add_column_linear(prefix + names.gate, up);
      ids.up = add_column_linear(prefix + names.up, up);
    } else {
      ids.fc1 = add_column_linear(prefix + names.fc1, up);
    }
    ids.fc2 = add_row_linear(prefix + names.fc2, model_.ffn_hidden);
  }

  void add_head() {
    result_.final_norm = add_norm(model_.names.final_norm, model_.hidden, PartialOver::positions);
    if (model_.tied_embedding && range_.has_embedding) {
      result_.head = result_.word_table;
      return;
    }
    result_.head =
        add_vocabulary_table(model_.tied_embedding ? model_.names.word_table : model_.names.head);
    result_.specs.back().is_tied = model_.tied_embedding;
    result_.specs.back().is_tied_copy = model_.tied_embedding;
  }

  const ModelDescription& model_;
  const ChunkRange& range_;
  ChunkParameters result_;
};

}  // namespace

ChunkParameters chunk_parameters(const ModelDescription& model, const ChunkRange& range) {
  return Builder(model, range).build();
}

ChunkParameters model_parameters(const ModelDescription& model) {
  return chunk_parameters(model, {0, model.layers, true, true});
}

}  // namespace sim
