#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "scenarios/read/defaults.hpp"
#include "scenarios/read/draft.hpp"
#include "scenarios/scenario.hpp"

namespace scenarios {

using KeyValues = std::map<std::string, Value>;

/// All keys of the case model T0 with their defaults: 4 layers of 64 channels and 4 heads, 32
/// tokens, 128 words, tied; micro-batch and global batch 1. `changes` win. Layers are dealt out
/// evenly where nothing else is said, also to chunks that reading would refuse.
inline ScenarioValues keys_of_t0(const KeyValues& changes = {}) {
  const KeyValues t0 = {{"model.num_layers", std::int64_t{4}},
                        {"model.hidden_size", std::int64_t{64}},
                        {"model.num_attention_heads", std::int64_t{4}},
                        {"model.vocab_size", std::int64_t{128}},
                        {"model.seq_length", std::int64_t{32}},
                        {"training.micro_batch_size", std::int64_t{1}},
                        {"training.global_batch_size", std::int64_t{1}}};
  Draft draft("t0.yaml", {});
  for (const auto& [key, value] : t0) draft.give(key, {value, {}});
  for (const auto& [key, value] : changes) draft.give(key, {value, {}});
  fill_defaults(draft);
  ScenarioValues values = draft.values();
  ParallelValues& split = values.parallel;
  if (split.num_layers_per_stage.empty()) {
    split.num_layers_per_stage =
        even_layers(values.model.num_layers, split.pipeline_model_parallel_size *
                                                 split.virtual_pipeline_model_parallel_size);
  }
  return values;
}

}  // namespace scenarios
