#include "scenarios/import/parameter_count.hpp"

#include <string>

#include "scenarios/read/plan.hpp"

namespace scenarios {

namespace {

Int128 attention_of(const DenseShape& of) {
  const Int128 outputs = of.query_width() + 2 * of.kv_width();
  Int128 count = of.hidden * outputs + of.query_width() * of.hidden;
  if (of.linear_bias || of.qkv_bias) count += outputs;
  if (of.linear_bias) count += of.hidden;
  if (of.qk_norm) count += (of.norm_bias ? 4 : 2) * of.head_dim;
  return count;
}

Int128 mlp_of(const DenseShape& of) {
  const Int128 first = of.gated ? 2 * of.ffn : of.ffn;
  const Int128 weights = of.hidden * first + of.ffn * of.hidden;
  return weights + (of.linear_bias ? first + of.hidden : 0);
}

}  // namespace

std::optional<DenseShape> dense_shape(const Draft& draft) {
  bool whole = true;
  const auto number = [&](std::string_view path) {
    const auto value = draft.integer(path);
    whole = whole && value.has_value();
    return value.value_or(1);
  };
  const auto is_set = [&](std::string_view path) { return draft.get<bool>(path) == true; };
  DenseShape shape{.layers = number("model.num_layers"),
                   .hidden = number("model.hidden_size"),
                   .heads = number("model.num_attention_heads"),
                   .kv_heads = number("model.num_key_value_heads"),
                   .head_dim = number("model.head_dim"),
                   .ffn = number("model.ffn_hidden_size"),
                   .vocabulary = number("model.vocab_size"),
                   .padded_vocabulary = padded_vocabulary(
                       number("model.vocab_size"), number("model.make_vocab_size_divisible_by"),
                       number("parallel.tensor_model_parallel_size")),
                   .tied = is_set("model.tie_word_embeddings"),
                   .norm_bias = draft.get<sim::Normalization>("model.normalization") ==
                                sim::Normalization::layer_norm,
                   .gated = is_set("model.gated_linear_unit"),
                   .linear_bias = is_set("model.add_bias_linear"),
                   .qkv_bias = is_set("model.add_qkv_bias"),
                   .qk_norm = is_set("model.qk_layernorm"),
                   .shared_norm = is_set("model.shared_norm")};
  if (draft.get<sim::PositionEmbedding>("model.position_embedding_type") ==
      sim::PositionEmbedding::learned_absolute) {
    shape.positions = number("model.max_position_embeddings");
  }
  if (!whole) return std::nullopt;
  return shape;
}

Int128 dense_parameters(const DenseShape& shape, Int128 vocabulary) {
  const Int128 norm = (shape.norm_bias ? 2 : 1) * shape.hidden;
  const Int128 layer = attention_of(shape) + mlp_of(shape) + (shape.shared_norm ? 1 : 2) * norm;
  const Int128 tables = (shape.tied ? 1 : 2) * vocabulary + shape.positions;
  return tables * shape.hidden + shape.layers * layer + norm;
}

}  // namespace scenarios
