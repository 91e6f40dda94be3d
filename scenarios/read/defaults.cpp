#include "scenarios/read/defaults.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "scenarios/read/keys.hpp"
#include "scenarios/read/presets.hpp"
#include "scenarios/read/stored_types.hpp"
#include "scenarios/read/value.hpp"

namespace scenarios {

namespace {

void require(Draft& draft) {
  for (const Key& key : all_keys()) {
    if (!key.required || draft.has(key.path) || draft.is_refused(key.path)) continue;
    const bool from_config = key.path.starts_with("model.") && !draft.has("model.config");
    draft.fault({KeyId(key.path)},
                from_config ? "is required (or model.config, which gives it)" : "is required");
  }
}

// The defaults that the key table states, read from their texts once.
const std::vector<std::pair<KeyId, Value>>& table_defaults() {
  static const auto defaults = [] {
    std::vector<std::pair<KeyId, Value>> values;
    for (const Key& key : all_keys()) {
      if (!key.fallback.empty()) values.emplace_back(KeyId(key.path), default_of(key));
    }
    return values;
  }();
  return defaults;
}

void fill_from(Draft& draft, KeyId key, KeyOf<std::int64_t> source) {
  if (const auto value = draft.integer(source)) draft.fill(key, *value);
}

void fill_model(Draft& draft) {
  fill_from(draft, "model.num_key_value_heads", "model.num_attention_heads");
  fill_from(draft, "model.max_position_embeddings", "model.seq_length");
  const auto hidden = draft.integer("model.hidden_size");
  const auto heads = draft.integer("model.num_attention_heads");
  if (!hidden) return;
  draft.fill("model.ffn_hidden_size", 4 * *hidden);
  // Where heads do not divide the hidden size, the checks refuse the pair by name.
  if (heads && *hidden % *heads == 0) draft.fill("model.head_dim", *hidden / *heads);
}

// Gradients have the type of the weights; int8, which has none, computes in fp32.
void fill_gradient_dtype(Draft& draft) {
  const auto precision = draft.get<Precision>("precision");
  if (precision) draft.fill("gradient_dtype", stored_types[*precision].type);
}

// Interleaving needs equal chunks; where they cannot be, the checks say so.
void fill_layers_per_stage(Draft& draft) {
  const auto layers = draft.integer("model.num_layers");
  const auto stages = draft.integer("parallel.pipeline_model_parallel_size");
  const auto chunks = draft.integer("parallel.virtual_pipeline_model_parallel_size");
  if (!layers || !stages || !chunks) return;
  if (*stages * *chunks > std::min(*layers, most_stages)) return;
  if (*chunks > 1 && *layers % (*stages * *chunks) != 0) return;
  draft.fill("parallel.num_layers_per_stage", even_layers(*layers, *stages * *chunks));
}

// SGD is plain unless more is asked for.
void fill_optimizer(Draft& draft) {
  const auto type = draft.get<parallel::OptimizerType>("optimizer.type");
  if (!type) return;
  const bool is_plain = *type == parallel::OptimizerType::sgd;
  draft.fill("optimizer.weight_decay", is_plain ? 0.0 : 0.1);
  draft.fill("optimizer.clip_grad", is_plain ? 0.0 : 1.0);
}

// DeepSpeed's own defaults, for the others once one of its ZeRO-3 keys is given.
struct Stage3Default {
  KeyId key;
  std::int64_t value;
};
constexpr std::array<Stage3Default, 4> stage3_defaults = {{
    {"zero.stage3_max_live_parameters", 1'000'000'000},
    {"zero.stage3_max_reuse_distance", 1'000'000'000},
    {"zero.stage3_prefetch_bucket_size", 50'000'000},
    {"zero.stage3_param_persistence_threshold", 100'000},
}};

// Its first step records in which order modules are used, so that one step would show no more.
void fill_stage3(Draft& draft) {
  const bool any = std::ranges::any_of(stage3_defaults,
                                       [&draft](const auto& row) { return draft.has(row.key); });
  draft.fill("training.steps", std::int64_t{any ? 2 : 1});
  if (!any) return;
  for (const auto& [key, value] : stage3_defaults) draft.fill(key, value);
}

}  // namespace

std::vector<std::int64_t> even_layers(std::int64_t layers, std::int64_t stages) {
  std::vector<std::int64_t> counts;
  for (std::int64_t stage = 0; stage < stages; ++stage) {
    counts.push_back(layers / stages + (stage < layers % stages ? 1 : 0));
  }
  return counts;
}

void fill_defaults(Draft& draft) {
  for (const auto& [key, value] : table_defaults()) draft.fill(key, value);
  require(draft);
  fill_preset(draft);
  fill_model(draft);
  fill_gradient_dtype(draft);
  fill_layers_per_stage(draft);
  fill_optimizer(draft);
  fill_stage3(draft);
}

}  // namespace scenarios
