#pragma once

#include <cstdint>

#include "sim/kernels/activation.hpp"
#include "sim/model/names.hpp"

namespace sim {

enum class Normalization : std::uint8_t { layer_norm, rms_norm };
enum class PositionEmbedding : std::uint8_t { learned_absolute, rope, none };

/// What a transformer block is made of. An architecture name is only a preset of these keys: sim
/// builds from the keys and never asks for the name. Defaults: GPT-2 (Radford et al. 2019).
struct BlockDescription {
  Normalization normalization = Normalization::layer_norm;
  PositionEmbedding position_embedding = PositionEmbedding::learned_absolute;
  Activation activation = Activation::gelu_tanh;
  bool gated_linear_unit = false;
  bool add_bias_linear = true;
  bool add_qkv_bias = true;
  bool qk_layernorm = false;
  bool parallel_residual = false;
  bool shared_norm = false;
  double rotary_percent = 1.0;
  double rotary_base = 10000.0;
  double layernorm_epsilon = 1e-5;
};

/// The whole model, before any split.
struct ModelDescription {
  BlockDescription block;
  TensorNames names;
  std::int64_t layers = 0;
  std::int64_t hidden = 0;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t ffn_hidden = 0;
  std::int64_t vocabulary = 0;         // real rows
  std::int64_t padded_vocabulary = 0;  // rows as stored, a multiple of t
  std::int64_t positions = 0;          // rows of the position table
  std::int64_t sequence_length = 0;
  bool tied_embedding = true;
  double attention_dropout = 0.0;
  double hidden_dropout = 0.0;

  [[nodiscard]] std::int64_t query_width() const { return heads * head_dim; }
  [[nodiscard]] std::int64_t kv_width() const { return kv_heads * head_dim; }
  /// The channels of a head that rope turns.
  [[nodiscard]] std::int64_t rotated_channels() const {
    return block.position_embedding == PositionEmbedding::rope
               ? static_cast<std::int64_t>(static_cast<double>(head_dim) * block.rotary_percent)
               : 0;
  }
  /// One linear makes query, key and value, where a checkpoint's names say so and heads are alike.
  [[nodiscard]] bool qkv_is_fused() const {
    return names.qkv_fusion != QkvFusion::separate && kv_heads == heads;
  }
  [[nodiscard]] bool has_second_norm() const { return !block.shared_norm; }
};

}  // namespace sim
