#include "scenarios/import/hugging_face/newer_rules.hpp"

#include "scenarios/import/hugging_face/family_rules.hpp"
#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

constexpr std::string_view model_type = "model_type";

void use_all(Settings& settings, std::initializer_list<const char*> keys) {
  for (const char* key : keys) settings.use(key);
}

}  // namespace

void post_norm_rule(Imported& imported, Settings& settings) {
  imported.obstacle(settings, model_type,
                    "norms the outputs of attention and MLP, not their inputs (post-norm), which a "
                    "scenario's block cannot do");
}

// Queries and keys are normed over all heads at once, with a gain for each channel.
void olmo2_rule(Imported& imported, Settings& settings) {
  post_norm_rule(imported, settings);
  imported.difference(
      settings, model_type, "norms of all queries and of all keys of a layer",
      [](const DenseShape& of) { return of.layers * (of.query_width() + of.kv_width()); });
}

// As Gemma 2 without its caps; queries and keys are normed by head.
void gemma3_rule(Imported& imported, Settings& settings) {
  gemma_rule(imported, settings);
  use_all(settings,
          {"query_pre_attn_scalar", "sliding_window_pattern", "rope_local_base_freq",
           "attn_logit_softcapping", "final_logit_softcapping", "use_bidirectional_attention"});
  imported.approximate(
      settings, model_type,
      "Gemma 3 scales queries by its own factor and turns them with two bases; not "
      "computed");
  imported.difference(settings, model_type, "norms after attention and MLP of every layer",
                      [](const DenseShape& of) { return 2 * of.hidden * of.layers; });
}

void granite_rule(Imported& imported, Settings& settings) {
  use_all(settings, {"embedding_multiplier", "attention_multiplier", "residual_multiplier",
                     "logits_scaling"});
  imported.approximate(
      settings, model_type,
      "Granite multiplies embedding, attention, residuals and logits by constants; "
      "not computed, and no parameters");
}

void smollm3_rule(Imported& imported, Settings& settings) {
  use_all(settings, {"no_rope_layers", "no_rope_layer_interval"});
  imported.approximate(settings, model_type,
                       "SmolLM3 has layers without rotary positions, one in four unless told "
                       "otherwise; here all layers have them");
}

// One norm without a bias before attention and MLP, which run side by side.
void cohere_rule(Imported& imported, Settings& settings) {
  use_all(settings, {"logit_scale", "sliding_window_pattern", "order_of_interleaved_layers",
                     "position_embedding_type", "rotary_pct", "use_embedding_sharing",
                     "use_gated_activation", "use_parallel_block", "use_parallel_embedding"});
  imported.difference(settings, model_type, "norms without bias, where the block has one",
                      [](const DenseShape& of) { return -of.hidden * (1 + of.layers); });
  if (!boolean_of(imported, settings, "use_qk_norm").value_or(false)) return;
  imported.obstacle(settings, "use_qk_norm",
                    "norms queries and keys with a gain a head and channel; a scenario has one a "
                    "channel");
  imported.difference(
      settings, "use_qk_norm", "norms of queries and keys",
      [](const DenseShape& of) { return of.layers * (of.query_width() + of.kv_width()); });
}

// Biases of query, key and value alone.
void glm_rule(Imported& imported, Settings& settings) {
  imported.give("model.add_qkv_bias",
                boolean_of(imported, settings, "attention_bias").value_or(false), settings,
                "attention_bias");
}

void glm4_rule(Imported& imported, Settings& settings) {
  glm_rule(imported, settings);
  imported.difference(settings, model_type, "norms after attention and MLP of every layer",
                      [](const DenseShape& of) { return 2 * of.hidden * of.layers; });
}

}  // namespace scenarios
