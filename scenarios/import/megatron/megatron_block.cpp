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
    const bool is_old_rope = flag("use_rotary_position_embeddings");
    const std::string positions =
        word("position_embedding_type", is_old_rope ? "rope" : "learned_absolute");
    const bool is_none = positions == "none" || flag("no_position_embedding");
    give("model.position_embedding_type",
         std::string(is_none               ? "none"
                     : positions == "rope" ? "rope"
                                           : "learned_absolute"),
         is_old_rope ? "use_rotary_position_embeddings" : "position_embedding_type");
    if (positions != "rope" && positions != "learned_absolute" && !is_none) {
      imported.obstacle(settings, "position_embedding_type",
                        fmt::format("'{}' is not supported; supported: learned_absolute, rope, "
                                    "none",
                                    positions));
    }
    give("model.normalization", word("normalization", "LayerNorm"), "normalization");
    if (flag("untie_embeddings_and_output_weights")) {
      give("model.tie_word_embeddings", false, "untie_embeddings_and_output_weights");
    }
    if (flag("disable_bias_linear")) give("model.add_bias_linear", false, "disable_bias_linear");
    if (flag("apply_layernorm_1p")) {
      approximate("apply_layernorm_1p", "norms that add 1 to their gain: no other parameter");
    }
    read_activation();
  }

  void read_activation() {
    const bool gated = flag("swiglu");
    give("model.gated_linear_unit", gated, "swiglu");
    give("model.activation_func", std::string(gated ? "silu" : "gelu_tanh"), "swiglu");
    if (!flag("squared_relu")) return;
    approximate("squared_relu",
                "squared relu is not computed; gelu_tanh stands in, with the same two matrices");
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
