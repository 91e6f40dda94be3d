#include "scenarios/read/defaults.hpp"

#include <string>

#include "scenarios/read/keys.hpp"
#include "scenarios/read/value.hpp"

namespace scenarios {

namespace {

void require(Draft& draft) {
  for (const Key& key : all_keys()) {
    if (!key.required || draft.has(key.path) || draft.is_refused(key.path)) continue;
    const bool from_config = key.path.starts_with("model.") && !draft.has("model.config");
    draft.fault({key.path},
                from_config ? "is required (or model.config, which gives it)" : "is required");
  }
}

void fill_from(Draft& draft, std::string_view path, std::string_view source) {
  if (const auto value = draft.integer(source)) draft.fill(path, *value);
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

// Gradients have the type of the weights, which the mixed precisions store in 16 bits.
void fill_gradient_dtype(Draft& draft) {
  const auto precision = draft.get<std::string>("precision");
  if (!precision) return;
  draft.fill("gradient_dtype", precision->substr(precision->find('_') + 1));
}

void fill_layers_per_stage(Draft& draft) {
  const auto layers = draft.integer("model.num_layers");
  const auto stages = draft.integer("parallel.pipeline_model_parallel_size");
  if (!layers || !stages || *stages > *layers) return;  // the checks refuse p > L
  draft.fill("parallel.num_layers_per_stage", even_layers(*layers, *stages));
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
  for (const Key& key : all_keys()) {
    if (!key.fallback.empty()) draft.fill(key.path, default_of(key));
  }
  require(draft);
  fill_model(draft);
  fill_gradient_dtype(draft);
  fill_layers_per_stage(draft);
}

}  // namespace scenarios
