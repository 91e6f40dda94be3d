#include "sim/model/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "sim/ensure.hpp"

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

  ParameterId add_vector(std::string name, std::int64_t size, Cut cut, float constant) {
    return add({.name = std::move(name),
                .rows = 1,
                .columns = size,
                .is_vector = true,
                .cut = cut,
                .initial = {.constant = constant}});
  }

  NormIds add_norm(const std::string& name) {
    const ModuleId module = open_module();
    const ParameterId gain = add_vector(name + ".weight", model_.hidden, {}, 1.0F);
    return {module, gain, add_vector(name + ".bias", model_.hidden, {}, 0.0F)};
  }

  /// A linear cut along its outputs (column-parallel) or inputs (row-parallel, whole bias).
  LinearIds add_linear(const std::string& name, std::int64_t inputs, std::int64_t outputs,
                       bool cut_outputs, std::int64_t blocks, float deviation) {
    const bool in_out = model_.names.weights_are_in_out;
    const Along along = in_out == cut_outputs ? Along::columns : Along::rows;
    LinearIds ids{.module = open_module()};
    ids.weight = add({.name = name + ".weight",
                      .rows = in_out ? inputs : outputs,
                      .columns = in_out ? outputs : inputs,
                      .cut = {along, blocks},
                      .initial = {.deviation = deviation}});
    const Cut bias_cut = cut_outputs ? Cut{Along::columns, blocks} : Cut{};
    if (model_.block.add_bias_linear) {
      ids.bias = add_vector(name + ".bias", outputs, bias_cut, 0.0F);
    }
    return ids;
  }

  TableIds add_vocabulary_table(const std::string& name) {
    const ModuleId module = open_module();
    return {module, add({.name = name + ".weight",
                         .rows = model_.vocabulary,
                         .columns = model_.hidden,
                         .padded_rows = model_.padded_vocabulary,
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
                                         .initial = {.deviation = initial_deviation}});
  }

  void add_layer(std::int64_t layer) {
    const TensorNames& names = model_.names;
    const std::string prefix = names.layer_prefix + std::to_string(layer) + ".";
    const float residual_deviation =
        initial_deviation / std::sqrt(2.0F * static_cast<float>(model_.layers));
    LayerIds ids;
    ids.norm_1 = add_norm(prefix + names.norm_1);
    ids.qkv = add_linear(prefix + names.fused_qkv, model_.hidden, 3 * model_.query_width(), true, 3,
                         initial_deviation);
    ids.projection = add_linear(prefix + names.projection, model_.query_width(), model_.hidden,
                                false, 1, residual_deviation);
    ids.norm_2 = add_norm(prefix + names.norm_2);
    ids.fc1 = add_linear(prefix + names.fc1, model_.hidden, model_.ffn_hidden, true, 1,
                         initial_deviation);
    ids.fc2 = add_linear(prefix + names.fc2, model_.ffn_hidden, model_.hidden, false, 1,
                         residual_deviation);
    result_.layers.push_back(ids);
  }

  void add_head() {
    result_.final_norm = add_norm(model_.names.final_norm);
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

std::int64_t part(std::int64_t size, ShardOf shard, const ParameterSpec& spec) {
  ENSURE(size % (shard.size * spec.cut.blocks) == 0, spec.name, size, shard.size, spec.cut.blocks);
  return size / shard.size;
}

/// Where local row or column `index` of a cut dimension lies in the whole one.
std::int64_t whole_index(std::int64_t index, std::int64_t local_extent, const ParameterSpec& spec,
                         ShardOf shard) {
  const std::int64_t block = local_extent / spec.cut.blocks;
  return (index / block * shard.size + shard.rank) * block + index % block;
}

}  // namespace

std::int64_t local_rows(const ParameterSpec& spec, ShardOf shard) {
  return spec.cut.along == Along::rows ? part(spec.padded_rows, shard, spec) : spec.padded_rows;
}

std::int64_t local_columns(const ParameterSpec& spec, ShardOf shard) {
  return spec.cut.along == Along::columns ? part(spec.columns, shard, spec) : spec.columns;
}

std::int64_t local_size(const ParameterSpec& spec, ShardOf shard) {
  return local_rows(spec, shard) * local_columns(spec, shard);
}

void for_each_run(const ParameterSpec& spec, ShardOf shard, std::int64_t offset,
                  std::int64_t length, const std::function<void(const Run&)>& body) {
  const std::int64_t rows = local_rows(spec, shard);
  const std::int64_t columns = local_columns(spec, shard);
  const std::int64_t block = spec.cut.along == Along::columns ? columns / spec.cut.blocks : columns;
  for (std::int64_t at = offset; at < offset + length;) {
    const std::int64_t row = at / columns;
    const std::int64_t column = at % columns;
    const std::int64_t run = std::min(block - column % block, offset + length - at);
    const std::int64_t whole_row =
        spec.cut.along == Along::rows ? whole_index(row, rows, spec, shard) : row;
    const std::int64_t whole_column =
        spec.cut.along == Along::columns ? whole_index(column, columns, spec, shard) : column;
    if (whole_row < spec.rows) body({at, whole_row * spec.columns + whole_column, run});
    at += run;
  }
}

ChunkParameters chunk_parameters(const ModelDescription& model, const ChunkRange& range) {
  return Builder(model, range).build();
}

ChunkParameters model_parameters(const ModelDescription& model) {
  return chunk_parameters(model, {0, model.layers, true, true});
}

}  // namespace sim
