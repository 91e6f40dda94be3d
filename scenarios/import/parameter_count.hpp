#pragma once

#include <cstdint>
#include <optional>

#include "scenarios/read/draft.hpp"

namespace scenarios {

/// The shape of a model of dense blocks, as a scenario's keys give it.
struct DenseShape {
  std::int64_t layers = 0;
  std::int64_t hidden = 0;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t ffn = 0;
  std::int64_t vocabulary = 0;         // rows that stand for a token
  std::int64_t padded_vocabulary = 0;  // rows of the table
  std::int64_t positions = 0;          // rows of the table of positions; 0: none
  bool tied = false;
  bool norm_bias = false;
  bool gated = false;
  bool linear_bias = false;
  bool qkv_bias = false;
  bool qk_norm = false;
  bool shared_norm = false;

  [[nodiscard]] std::int64_t query_width() const { return heads * head_dim; }
  [[nodiscard]] std::int64_t kv_width() const { return kv_heads * head_dim; }
};

/// The shape that a draft with its defaults filled in describes, or nothing when a key is missing.
std::optional<DenseShape> dense_shape(const Draft& draft);

/// The parameters of the model with `vocabulary` rows in its tables, counted tensor by tensor; the
/// derivation is in import/README.md. Shares nothing with the simulator or the formula packs.
std::int64_t dense_parameters(const DenseShape& shape, std::int64_t vocabulary);

}  // namespace scenarios
