#include "scenarios/import/hugging_face/family_rules.hpp"

#include <fmt/format.h>

#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

constexpr std::string_view model_type = "model_type";

Int128 head_bias(const DenseShape& of) {
  return of.padded_vocabulary;
}

// The rows of the word table are what a bias of the head has an element for.
void add_head_bias(Imported& imported, Settings& settings) {
  imported.difference(settings, model_type, "a bias of the output head", head_bias);
}

// The same said twice: as a number of channels, and as a share of a head's.
void check_rotary_dim(Imported& imported, Settings& settings) {
  const auto rotated = integer_of(imported, settings, "rotary_dim");
  const auto hidden = imported.draft.integer("model.hidden_size");
  const auto heads = imported.draft.integer("model.num_attention_heads");
  const double share = imported.draft.get<double>("model.rotary_percent").value_or(0.5);
  if (!rotated || !hidden || !heads || *heads < 1) return;
  const std::int64_t head_dim = *hidden / *heads;
  const auto channels = static_cast<std::int64_t>(share * static_cast<double>(head_dim));
  if (channels == *rotated) return;
  imported.contradict(settings, "rotary_dim",
                      fmt::format("{} channels against {} of partial_rotary_factor; the latter "
                                  "counts",
                                  *rotated, channels));
}

void note_alibi(Imported& imported, Settings& settings, std::string_view key) {
  imported.approximate(
      settings, key, "ALiBi is not computed: position_embedding_type is none, with the same sizes");
}

}  // namespace

// "hidden_act" was a mistake of the first files: the class goes by hidden_activation, and without
// it by the tanh approximation.
void gemma_rule(Imported& imported, Settings& settings) {
  if (!settings.states("hidden_activation")) {
    settings.use("hidden_act",
                 "nothing: without hidden_activation Gemma computes gelu_pytorch_tanh");
    imported.fill("model.activation_func", "gelu_tanh");
  }
  imported.approximate(settings, model_type,
                       "Gemma's norms add 1 to their gain and its embedding is scaled by the root "
                       "of hidden_size; neither is computed, and neither is a parameter");
}

void gemma2_rule(Imported& imported, Settings& settings) {
  gemma_rule(imported, settings);
  settings.use("query_pre_attn_scalar");
  settings.use("attn_logit_softcapping");
  settings.use("final_logit_softcapping");
  imported.approximate(settings, model_type,
                       "Gemma 2 caps logits and scales queries by its own factor; not computed");
  imported.difference(settings, model_type, "norms after attention and MLP of every layer",
                      [](const DenseShape& of) { return 2 * of.hidden * of.layers; });
}

void phi_rule(Imported& imported, Settings& settings) {
  settings.use("attention_bias", "nothing: Phi's linears have biases whatever it says");
  check_rotary_dim(imported, settings);
  translate(imported, settings, ConfigKey{"qk_layernorm", "model.qk_layernorm"});
  add_head_bias(imported, settings);
}

// Positions begin at 2 in OPT's table, so it has two rows more.
void opt_rule(Imported& imported, Settings& settings) {
  const auto positions = integer_of(imported, settings, "max_position_embeddings");
  if (positions && *positions < std::int64_t{1} << 31U) {
    imported.give("model.max_position_embeddings", *positions + 2, settings,
                  "max_position_embeddings");
  }
  const auto hidden = imported.draft.integer("model.hidden_size");
  const auto projected = integer_of(imported, settings, "word_embed_proj_dim");
  if (hidden && projected && *projected != *hidden) {
    imported.obstacle(settings, "word_embed_proj_dim",
                      fmt::format("word embeddings of {} channels are projected to hidden_size {} "
                                  "and back; a scenario has no such projection",
                                  *projected, *hidden));
    imported.difference(settings, "word_embed_proj_dim",
                        "narrower word embeddings, and projections to and from the hidden size",
                        [width = Int128{*projected}](const DenseShape& of) {
                          return of.padded_vocabulary * (width - of.hidden) + 2 * width * of.hidden;
                        });
  }
  if (boolean_of(imported, settings, "do_layer_norm_before") == false) {
    imported.obstacle(settings, "do_layer_norm_before",
                      "norms after the sum (post-norm) are not supported; supported: true");
    imported.difference(settings, "do_layer_norm_before", "no final norm",
                        [](const DenseShape& of) { return -2 * of.hidden; });
  }
  if (settings.states("activation_function")) return;
  imported.approximate(settings, model_type,
                       "OPT computes relu; gelu_tanh stands in, with the same sizes");
}

void bloom_rule(Imported& imported, Settings& settings) {
  note_alibi(imported, settings, model_type);
  imported.difference(settings, model_type, "a norm after the embedding",
                      [](const DenseShape& of) { return 2 * of.hidden; });
}

// The three forms of Falcon's block: one norm and one key/value head (7B), two norms and groups
// (40B, 180B), one after the other with ALiBi (RW).
void falcon_rule(Imported& imported, Settings& settings) {
  const bool is_new = boolean_of(imported, settings, "new_decoder_architecture").value_or(false);
  const bool multi_query = boolean_of(imported, settings, "multi_query").value_or(true);
  const bool parallel = is_new || boolean_of(imported, settings, "parallel_attn").value_or(true);
  const auto norms =
      integer_of(imported, settings, "num_ln_in_parallel_attn").value_or(is_new ? 2 : 1);
  if (is_new || !multi_query) {
    translate(imported, settings, ConfigKey{"num_kv_heads", "model.num_key_value_heads"});
  } else {
    settings.use("num_kv_heads", "nothing beside multi_query");
    imported.give("model.num_key_value_heads", std::int64_t{1}, settings, "multi_query");
  }
  imported.give("model.parallel_residual", parallel, settings, "parallel_attn");
  imported.give("model.shared_norm", parallel && norms == 1, settings, "new_decoder_architecture");
  if (boolean_of(imported, settings, "alibi").value_or(false)) {
    imported.give("model.position_embedding_type", std::string("none"), settings, "alibi");
    note_alibi(imported, settings, "alibi");
  }
}

// Rotary channels are stated as a number here, not as a share.
void gpt_j_rule(Imported& imported, Settings& settings) {
  for (const char* key : {"rotary", "attention_types", "attention_layers", "window_size"}) {
    settings.use(key);
  }
  const auto hidden = imported.draft.integer("model.hidden_size");
  const auto heads = imported.draft.integer("model.num_attention_heads");
  const auto rotated = integer_of(imported, settings, "rotary_dim").value_or(64);
  if (hidden && heads && *heads > 0 && *hidden >= *heads) {
    const std::int64_t head_dim = *hidden / *heads;
    const double share = static_cast<double>(rotated) / static_cast<double>(head_dim);
    imported.give("model.rotary_percent", share, settings, "rotary_dim");
  }
  imported.difference(settings, model_type,
                      "biases of the MLP, in a block whose attention has none",
                      [](const DenseShape& of) { return of.layers * (of.ffn + of.hidden); });
  add_head_bias(imported, settings);
}

void gpt_neo_rule(Imported& imported, Settings& settings) {
  settings.use("attention_types");
  settings.use("attention_layers");
  settings.use("window_size");
  imported.approximate(settings, "window_size",
                       "GPT-Neo's local attention is not computed: attention is counted in full");
  imported.difference(
      settings, model_type, "no biases of query, key and value, where the block has them",
      [](const DenseShape& of) { return -of.layers * (of.query_width() + 2 * of.kv_width()); });
}

}  // namespace scenarios
