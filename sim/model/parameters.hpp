#pragma once

#include <vector>

#include "sim/model/description.hpp"
#include "sim/model/parameter_spec.hpp"

namespace sim {

struct LinearIds {
  ModuleId module = 0;
  ParameterId weight = no_parameter;
  ParameterId bias = no_parameter;
};
struct NormIds {
  ModuleId module = 0;
  ParameterId gain = no_parameter;
  ParameterId bias = no_parameter;  // not with RMSNorm
};
struct TableIds {
  ModuleId module = 0;
  ParameterId weight = no_parameter;
};
/// Either `fused` or the three others (ModelDescription::qkv_is_fused).
struct QkvIds {
  LinearIds fused;
  LinearIds query;
  LinearIds key;
  LinearIds value;
};
struct LayerIds {
  NormIds norm_1;
  QkvIds qkv;
  NormIds query_norm;  // with qk_layernorm, as the next
  NormIds key_norm;
  LinearIds projection;
  NormIds norm_2;  // not with a shared norm
  LinearIds gate;  // with a gated linear unit, which has no fc1
  LinearIds up;
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
