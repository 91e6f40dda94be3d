#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/model/description.hpp"

namespace sim {

/// How a tensor is cut over the tensor-parallel group: along rows or columns, each of `blocks`
/// equal blocks of that dimension in `t` equal parts (three blocks: fused Q, K and V, each cut by
/// head, so that a rank's part is [q | k | v] of its own heads).
struct Cut {
  enum class Along : std::uint8_t { nothing, rows, columns };
  Along along = Along::nothing;
  std::int64_t blocks = 1;
};

/// What an initial weight is drawn from: a constant, plus a normal of this deviation.
struct InitialValue {
  float constant = 0.0F;
  float deviation = 0.0F;
};

using ParameterId = std::int64_t;  // place in a chunk's list, in the order of the forward
using ModuleId = std::int64_t;     // a linear, norm or table together with its bias
inline constexpr ParameterId no_parameter = -1;

/// One tensor of the whole model. Vectors are one row of `columns`.
struct ParameterSpec {
  std::string name;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t padded_rows = 0;  // rows as stored; more than `rows` only in vocabulary tables
  bool is_vector = false;        // vectors take no weight decay
  Cut cut{};
  InitialValue initial;
  ModuleId module = 0;
  bool is_tied = false;       // the word table when the head uses it too
  bool is_tied_copy = false;  // the last stage's own copy of it, when that is another stage
  int uses = 1;               // modules of this chunk that add to its gradient
};

/// The part of a parameter that one tensor-parallel rank holds.
struct ShardOf {
  std::int64_t rank = 0;
  std::int64_t size = 1;
};
std::int64_t local_rows(const ParameterSpec& spec, ShardOf shard);
std::int64_t local_columns(const ParameterSpec& spec, ShardOf shard);
std::int64_t local_size(const ParameterSpec& spec, ShardOf shard);

/// A run of neighbours, local and whole alike: local elements [local, local + length) are elements
/// [whole, whole + length) of the unpadded tensor.
struct Run {
  std::int64_t local = 0;
  std::int64_t whole = 0;
  std::int64_t length = 0;
};
/// Calls `body` for every run of the rank's local elements [offset, offset + length), in order;
/// padded rows belong to no run.
void for_each_run(const ParameterSpec& spec, ShardOf shard, std::int64_t offset,
                  std::int64_t length, const std::function<void(const Run&)>& body);

struct LinearIds {
  ModuleId module = 0;
  ParameterId weight = no_parameter;
  ParameterId bias = no_parameter;
};
struct NormIds {
  ModuleId module = 0;
  ParameterId gain = no_parameter;
  ParameterId bias = no_parameter;
};
struct TableIds {
  ModuleId module = 0;
  ParameterId weight = no_parameter;
};
struct LayerIds {
  NormIds norm_1;
  LinearIds qkv;
  LinearIds projection;
  NormIds norm_2;
  LinearIds fc1;
  LinearIds fc2;
};

/// Which part of the model a chunk is: layers [first_layer, first_layer + layer_count), with the
/// embedding before them or the head after them.
struct ChunkRange {
  std::int64_t first_layer = 0;
  std::int64_t layer_count = 0;
  bool has_embedding = false;
  bool has_head = false;
};

/// The tensors of a chunk in the order of the forward (MEASURES.md, "Parameters"), and where each
/// module finds its own.
struct ChunkParameters {
  std::vector<ParameterSpec> specs;
  std::vector<std::vector<ParameterId>> modules;
  TableIds word_table;
  TableIds position_table;
  std::vector<LayerIds> layers;
  NormIds final_norm;
  TableIds head;  // the word table's own ids when tied within this chunk
};
ChunkParameters chunk_parameters(const ModelDescription& model, const ChunkRange& range);

/// The whole model as one chunk: what a checkpoint holds.
ChunkParameters model_parameters(const ModelDescription& model);

}  // namespace sim
