#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/read/key_table.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

/// The numbers of a scenario as a run uses them: the alphabet, the bytes of an element of each kind
/// and the choices, read from the values and from no formula.
struct CountedSizes {
  explicit CountedSizes(const Scenario& scenario) : values(scenario.values) {
    while (vocabulary % t != 0) ++vocabulary;
    if (word("precision") != "fp32") activation_bytes = 2;
    if (word("gradient_dtype") != "fp32") gradient_bytes = 2;
    if (word("parallel.pipeline_schedule") != "interleaved") v = 1;
  }

  [[nodiscard]] std::int64_t integer(const std::string& key) const {
    return std::get<std::int64_t>(value_at(values, key).value());
  }
  [[nodiscard]] std::string word(const std::string& key) const {
    return std::get<std::string>(value_at(values, key).value());
  }
  [[nodiscard]] bool flag(const std::string& key) const {
    return std::get<bool>(value_at(values, key).value());
  }
  [[nodiscard]] bool above_zero(const std::string& key) const {
    return std::get<double>(value_at(values, key).value()) > 0;
  }

  /// Layers of chunk c of a stage, which is virtual stage c p + stage.
  [[nodiscard]] std::int64_t layers(std::int64_t stage, std::int64_t chunk) const {
    return values.parallel.num_layers_per_stage.at(static_cast<std::size_t>(chunk * p + stage));
  }
  [[nodiscard]] std::int64_t layers(std::int64_t stage) const {
    std::int64_t sum = 0;
    for (std::int64_t chunk = 0; chunk < v; ++chunk) sum += layers(stage, chunk);
    return sum;
  }
  /// ZeRO's stage, where there are ranks to divide among.
  [[nodiscard]] std::int64_t split() const { return d > 1 ? zero : 0; }

  const ScenarioValues& values;
  std::int64_t all_layers = integer("model.num_layers");
  std::int64_t h = integer("model.hidden_size");
  std::int64_t a = integer("model.num_attention_heads");
  std::int64_t k = integer("model.num_key_value_heads");
  std::int64_t head_dim = integer("model.head_dim");
  std::int64_t f = integer("model.ffn_hidden_size");
  std::int64_t vocabulary = integer("model.vocab_size");
  std::int64_t s = integer("model.seq_length");
  std::int64_t b = integer("training.micro_batch_size");
  std::int64_t t = integer("parallel.tensor_model_parallel_size");
  std::int64_t p = integer("parallel.pipeline_model_parallel_size");
  std::int64_t d = integer("parallel.data_parallel_size");
  std::int64_t v = integer("parallel.virtual_pipeline_model_parallel_size");
  std::int64_t m = integer("training.global_batch_size") / (b * d);
  std::int64_t zero = integer("zero.stage");
  std::int64_t kv = std::max(k, t);  // key heads on all ranks together: each has at least one whole
  std::int64_t activation_bytes = 4;  // bytes of an activation and of a weight
  std::int64_t gradient_bytes = 4;    // bytes of a gradient

  bool layer_norm = word("model.normalization") == "LayerNorm";
  bool gated = flag("model.gated_linear_unit");
  bool bias = flag("model.add_bias_linear");
  bool qkv_bias = bias || flag("model.add_qkv_bias");
  bool parallel_residual = flag("model.parallel_residual");
  bool tied = flag("model.tie_word_embeddings");
  bool sequence_parallel = flag("parallel.sequence_parallel");
  bool partitions = flag("zero.partition_activations");
  bool full = word("recompute") == "full";
  bool selective = word("recompute") == "selective";
  bool fused = word("model.architecture") != "llama" && k == a;
  bool learned_positions = word("model.position_embedding_type") == "learned_absolute";
};

}  // namespace scenarios
