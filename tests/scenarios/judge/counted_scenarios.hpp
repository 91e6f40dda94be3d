#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "scenarios/files/project_files.hpp"
#include "scenarios/judge/quantities.hpp"
#include "scenarios/packs/catalogue.hpp"
#include "tests/scenarios/packs/keys_of_t0.hpp"

namespace scenarios {

/// The article's pack with what it builds on.
inline Catalogue article_catalogue() {
  const std::vector<std::string> packs = {"transformer-math-101"};
  return load_catalogue(formulas_folder(), packs, quantity_fault);
}

inline std::vector<std::int64_t> even_stages(std::int64_t layers, std::int64_t stages) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(stages));
  for (std::int64_t i = 0; i < layers; ++i) ++counts[static_cast<std::size_t>(i % stages)];
  return counts;
}

/// T0 with changes, its layers spread evenly where the changes do not say.
inline Scenario scenario_of(const KeyValues& changes) {
  Scenario scenario;
  scenario.name = "counted";
  scenario.file = "counted.yaml";
  scenario.values = keys_of_t0(changes);
  if (!changes.contains("parallel.num_layers_per_stage")) {
    ParallelValues& split = scenario.values.parallel;
    split.num_layers_per_stage = even_stages(
        scenario.values.model.num_layers,
        split.pipeline_model_parallel_size * split.virtual_pipeline_model_parallel_size);
  }
  return scenario;
}

/// A random legal layout of a model whose sizes divide only as far as they must.
inline KeyValues random_keys(std::mt19937& random) {
  const auto one_of = [&random](std::initializer_list<std::int64_t> values) {
    return *(values.begin() +
             std::uniform_int_distribution<std::ptrdiff_t>(0, std::ssize(values) - 1)(random));
  };
  const std::int64_t t = one_of({1, 1, 2, 4});
  const std::int64_t p = one_of({1, 1, 2, 3, 4});
  const std::int64_t d = one_of({1, 1, 2, 3, 5});
  const std::int64_t a = 4 * one_of({1, 3});
  const std::int64_t h = a * one_of({5, 7, 16});
  const std::int64_t b = one_of({1, 3});
  const std::int64_t m = one_of({1, 2, p, 2 * p});
  const bool is_mixed = one_of({0, 1, 1}) == 1;
  const double dropout = one_of({0, 1, 1}) == 1 ? 0.1 : 0.0;
  KeyValues keys = {
      {"model.num_layers", p * one_of({1, 2}) + (p > 1 ? one_of({0, 0, 1}) : 0)},
      {"model.hidden_size", h},
      {"model.num_attention_heads", a},
      {"model.num_key_value_heads", a},
      {"model.head_dim", h / a},
      {"model.ffn_hidden_size", one_of({4 * h, 4 * h, 72})},
      {"model.vocab_size", one_of({33, 128, 1001})},
      {"model.seq_length", one_of({4, 17, 64})},
      {"model.max_position_embeddings", std::int64_t{64}},
      {"model.tie_word_embeddings", one_of({0, 1}) == 1},
      {"model.attention_dropout", dropout},
      {"model.hidden_dropout", dropout},
      {"parallel.tensor_model_parallel_size", t},
      {"parallel.pipeline_model_parallel_size", p},
      {"parallel.data_parallel_size", d},
      {"parallel.pipeline_schedule", std::string(one_of({0, 1}) == 1 ? "1f1b" : "gpipe")},
      {"zero.stage", one_of({0, 1, 2, 3})},
      {"zero.reduce_bucket_size", one_of({500000000, 500000000, 5000, 37})},
      {"precision", std::string(is_mixed ? "mixed_bf16" : "fp32")},
      {"gradient_dtype", std::string(is_mixed && one_of({0, 1}) == 1 ? "bf16" : "fp32")},
      {"training.micro_batch_size", b},
      {"training.global_batch_size", b * d * m}};
  return keys;
}

}  // namespace scenarios
