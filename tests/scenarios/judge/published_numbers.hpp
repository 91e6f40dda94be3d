#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/packs/evaluation.hpp"
#include "tests/scenarios/judge/counted_scenarios.hpp"

namespace scenarios {

/// The packs of published formulas beside the article's.
inline const std::vector<std::string>& published_packs() {
  static const std::vector<std::string> packs = {
      "zero-2019", "narayanan-2021",    "korthikanti-2022", "megatron-lm",
      "deepspeed", "eleuther-cookbook", "llm-analysis",     "palm-chinchilla-kaplan"};
  return packs;
}

inline Catalogue published_catalogue() {
  return load_catalogue(formulas_folder(), published_packs(), quantity_fault);
}

inline KeyValues with(KeyValues keys, const KeyValues& changes) {
  for (const auto& [key, value] : changes) keys[key] = value;
  return keys;
}

/// The keys of a GPT: 4h wide in the MLP, tied, as many positions as tokens.
inline KeyValues gpt(std::int64_t layers, std::int64_t h, std::int64_t a, std::int64_t s,
                     std::int64_t vocabulary) {
  return {{"model.num_layers", layers},     {"model.hidden_size", h},
          {"model.num_attention_heads", a}, {"model.num_key_value_heads", a},
          {"model.head_dim", h / a},        {"model.ffn_hidden_size", 4 * h},
          {"model.seq_length", s},          {"model.max_position_embeddings", s},
          {"model.vocab_size", vocabulary}};
}

inline KeyValues mesh(std::int64_t t, std::int64_t p, std::int64_t d) {
  return {{"parallel.tensor_model_parallel_size", t},
          {"parallel.pipeline_model_parallel_size", p},
          {"parallel.data_parallel_size", d}};
}

inline KeyValues batch(std::int64_t micro, std::int64_t global) {
  return {{"training.micro_batch_size", micro}, {"training.global_batch_size", global}};
}

/// A formula on rank 0 of a scenario; with `parameters` the model has that many, whatever it is
/// made of.
inline double estimate(const std::string& formula, const KeyValues& changes,
                       std::optional<double> parameters = std::nullopt) {
  static const Catalogue all = published_catalogue();
  Variables variables = rank_variables(scenario_of(changes).values, 0);
  if (parameters) variables["P"] = *parameters;
  Evaluation evaluation(all, variables);
  return evaluation.value(*all.find(formula));
}

/// Rounded as a source prints it.
inline double printed(double value, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return std::round(value * unit) / unit;
}

}  // namespace scenarios
