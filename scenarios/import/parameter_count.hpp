#pragma once

#include <cstdint>
#include <optional>

#include "scenarios/read/draft.hpp"
#include "scenarios/text/int128.hpp"

namespace scenarios {

/// The shape of a model of dense blocks, as a scenario's keys give it. Each number is below 2^31
/// (the padded vocabulary below 2^63); products of a few of them fit into 128 bits.
struct DenseShape {
  Int128 layers = 0;
  Int128 hidden = 0;
  Int128 heads = 0;
  Int128 kv_heads = 0;
  Int128 head_dim = 0;
  Int128 ffn = 0;
  Int128 vocabulary = 0;         // rows that stand for a token
  Int128 padded_vocabulary = 0;  // rows of the table
  Int128 positions = 0;          // rows of the table of positions; 0: none
  bool tied = false;
  bool norm_bias = false;
  bool gated = false;
  bool linear_bias = false;
  bool qkv_bias = false;
  bool qk_norm = false;
  bool shared_norm = false;

  [[nodiscard]] Int128 query_width() const { return heads * head_dim; }
  [[nodiscard]] Int128 kv_width() const { return kv_heads * head_dim; }
};

/// The shape that a draft with its defaults filled in describes, or nothing when a key is missing.
std::optional<DenseShape> dense_shape(const Draft& draft);

/// The parameters of the model with `vocabulary` rows in its tables, counted tensor by tensor; the
/// derivation is in import/README.md. Shares nothing with the simulator or the formula packs.
Int128 dense_parameters(const DenseShape& shape, Int128 vocabulary);

}  // namespace scenarios
