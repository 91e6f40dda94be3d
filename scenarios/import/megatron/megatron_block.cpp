#include <string>

#include <fmt/format.h>

#include "scenarios/import/arguments.hpp"
#include "scenarios/import/megatron/megatron_parts.hpp"

namespace scenarios {

namespace {

class BlockArguments : public Arguments {
 public:
  using Arguments::Arguments;

  void read() {
    read_block();
    read_heads();
    read_width();
    const bool is_llama = word("normalization", "LayerNorm") == "RMSNorm" && flag("swiglu");
    imported.fill("model.architecture", is_llama ? "llama" : "gpt2");
  }

 private:
  void read_block() {
    read_positions();
    read_attention();
    give("model.normalization", word("normalization", "LayerNorm"), "normalization");
    if (flag("untie_embeddings_and_output_weights")) {
      give("model.tie_word_embeddings", false, "untie_embeddings_and_output_weights");
    }
    if (flag("disable_bias_linear")) give("model.add_bias_linear", false, "disable_bias_linear");
    for (const char* key : {"apply_layernorm_1p", "layernorm_zero_centered_gamma"}) {
      if (flag(key)) approximate(key, "norms that add 1 to their gain: no other parameter");
    }
    if (flag("embed_layernorm")) read_embedding_norm();
    read_activation();
  }

  // --use-rotary-position-embeddings sets the type; --no-position-embedding drops a table alone.
  void read_positions() {
    const std::string key = "position_embedding_type";
    const bool is_old_rope = flag("use_rotary_position_embeddings");
    const bool is_dropped = flag("no_position_embedding");
    const std::string stated = word(key, "learned_absolute");
    const std::string kind = is_old_rope                                  ? "rope"
                             : is_dropped && stated == "learned_absolute" ? "none"
                                                                          : stated;
    const bool is_rope = kind == "rope" || kind == "yarn" || kind == "mrope";
    const bool is_known = is_rope || kind == "learned_absolute" || kind == "none";
    give("model.position_embedding_type",
         std::string(is_rope    ? "rope"
                     : is_known ? kind
                                : "none"),
         is_old_rope  ? "use_rotary_position_embeddings"
         : is_dropped ? "no_position_embedding"
                      : key);
    if (kind == "yarn" || kind == "mrope") {
      approximate(key, fmt::format("{} positions are rope's, of the same sizes", kind));
    } else if (kind == "alibi") {
      imported.lack(settings, key,
                    "alibi positions are missing; supported: learned_absolute, rope, none",
                    "model.position_embedding_type");
    } else if (!is_known) {
      imported.lack_shape(settings, key,
                          fmt::format("'{}' positions are missing; supported: learned_absolute, "
                                      "rope, none",
                                      kind));
    }
  }

  // The default takes flash attention where the device has it.
  void read_attention() {
    const std::string key = "attention_backend";
    const std::string backend = word(key, "auto");
    settings.use("transformer_impl");
    if (backend == "flash" || backend == "fused") {
      imported.lack(
          settings, key,
          fmt::format("is {}: flash attention, which keeps no s*s scores, is missing", backend));
    } else if (backend == "auto" && !settings.states("use_flash_attn")) {
      imported.notes.push_back(
          fmt::format("{}: attention_backend: auto{} may take flash attention; here the s*s scores "
                      "are kept, as "
                      "--attention-backend unfused does",
                      settings.place_of(key).text(), settings.states(key) ? "" : ", the default,"));
    }
  }

  void read_embedding_norm() {
    const std::string key = "embed_layernorm";
    imported.difference(settings, key, "a norm after the embedding",
                        [](const DenseShape& of) { return 2 * of.hidden; });
    imported.lack(settings, key, "a norm after the embedding is missing; supported: false");
  }

  // Of several the last one counts, as in Megatron-LM.
  void read_activation() {
    const bool swiglu = flag("swiglu");
    const bool geglu = flag("geglu");
    const bool quick = flag("quick_geglu");
    give("model.gated_linear_unit", swiglu || geglu || quick,
         geglu   ? "geglu"
         : quick ? "quick_geglu"
                 : "swiglu");
    give("model.activation_func", std::string(swiglu ? "silu" : "gelu_tanh"), "swiglu");
    if (flag("openai_gelu")) settings.use("openai_gelu", "model.activation_func gelu_tanh");
    for (const char* key : {"squared_relu", "quick_geglu"}) {
      if (!flag(key)) continue;
      approximate(key,
                  fmt::format("{} is not computed; gelu_tanh stands in, with the same matrices",
                              key == std::string("squared_relu") ? "squared relu" : key));
    }
  }

  // --num-query-groups counts only beside --group-query-attention, and is 1 without a number.
  void read_heads() {
    if (!flag("group_query_attention")) {
      settings.use("num_query_groups", "nothing without --group-query-attention");
      return;
    }
    translate(imported, settings, ConfigKey{"num_query_groups", "model.num_key_value_heads"});
    imported.fill("model.num_key_value_heads", "1");
  }

  // 4 h; of a gated MLP two thirds of it, in whole 64s.
  void read_width() {
    translate(imported, settings, ConfigKey{"ffn_hidden_size", "model.ffn_hidden_size"});
    const auto hidden = imported.draft.integer("model.hidden_size");
    if (!hidden || settings.states("ffn_hidden_size") || !flag("swiglu")) return;
    imported.draft.fill("model.ffn_hidden_size", 4 * *hidden * 2 / 3 / 64 * 64);
  }
};

}  // namespace

void read_megatron_block(Imported& imported, Settings& settings) {
  BlockArguments(imported, settings).read();
}

}  // namespace scenarios
