#include "scenarios/import/hugging_face/deepseek_shape.hpp"

#include <array>

#include <fmt/format.h>

#include "scenarios/import/setting_values.hpp"
#include "scenarios/text/int128.hpp"

namespace scenarios {

namespace {

struct Shape {
  Int128 h = 0, layers = 0, dense = 0, heads = 0, dense_width = 0, expert_width = 0;
  Int128 experts = 0, shared = 0, used = 0, vocabulary = 0;
  Int128 q_rank = 0, kv_rank = 0, nope = 0, rope = 0, v = 0;

  [[nodiscard]] Int128 attention() const {
    const Int128 query = heads * (nope + rope);
    const Int128 queries =
        q_rank == 0 ? h * query : h * q_rank + q_rank + q_rank * query;  // with its norm
    const Int128 keys = h * (kv_rank + rope) + kv_rank + kv_rank * heads * (nope + v);
    return queries + keys + heads * v * h;
  }
  [[nodiscard]] Int128 expert() const { return 3 * h * expert_width; }
  /// A layer of experts, of which `count` of the routed ones are counted.
  [[nodiscard]] Int128 expert_layer(Int128 count) const {
    return attention() + 2 * h + (count + shared) * expert() + experts * h;
  }
  [[nodiscard]] Int128 model(Int128 count) const {
    return 2 * vocabulary * h + h + dense * (attention() + 2 * h + 3 * h * dense_width) +
           (layers - dense) * expert_layer(count);
  }
};

constexpr std::array settled_keys{
    "attention_bias", "hidden_act", "rms_norm_eps",        "rope_theta",
    "rope_scaling",   "n_group",    "moe_layer_freq",      "max_position_embeddings",
    "norm_topk_prob", "topk_group", "num_key_value_heads", "routed_scaling_factor",
    "topk_method",    "ep_size",    "scoring_func",        "tie_word_embeddings"};

}  // namespace

CountedModel count_deepseek(Imported& imported, Settings& settings, const DeepSeekNames& names) {
  const auto size = [&](std::string_view key) -> Int128 {
    const auto value = integer_of(imported, settings, key);
    if (value && *value >= 0 && *value < 1 << 24) return *value;
    imported.fault(settings, key, value ? "is no size" : "is needed for the count");
    return 1;
  };
  Shape shape;
  shape.vocabulary = size(names.vocabulary);
  shape.h = size(names.hidden);
  shape.layers = size(names.layers);
  shape.dense = size(names.dense_layers);
  shape.heads = size(names.heads);
  shape.dense_width = size(names.dense_width);
  shape.expert_width = size(names.expert_width);
  shape.experts = size(names.experts);
  shape.shared = size(names.shared_experts);
  shape.used = size(names.used_experts);
  if (settings.states("q_lora_rank")) shape.q_rank = size("q_lora_rank");
  shape.kv_rank = size("kv_lora_rank");
  shape.nope = size("qk_nope_head_dim");
  shape.rope = size("qk_rope_head_dim");
  shape.v = size("v_head_dim");
  for (const char* key : settled_keys) settings.use(key);
  const Int128 terms = (shape.layers - shape.dense) * shape.experts;
  const Int128 added = names.has_router_terms ? terms : 0;
  imported.notes.push_back(
      fmt::format("{}: the count {} {} correction terms of the routers ({} layers * {} experts)",
                  settings.file(), names.has_router_terms ? "includes" : "leaves out",
                  grouped(terms), grouped(shape.layers - shape.dense), grouped(shape.experts)));
  if (settings.states("num_nextn_predict_layers")) {
    const Int128 modules = size("num_nextn_predict_layers");
    const Int128 one =
        shape.expert_layer(shape.experts) + shape.experts + 2 * shape.h * shape.h + 3 * shape.h;
    imported.notes.push_back(fmt::format(
        "{}: not counted: {} modules of multi-token prediction, {} parameters without the shared "
        "embedding and head",
        settings.file(), grouped(modules), grouped(modules * one)));
  }
  return {.parameters = shape.model(shape.experts) + added,
          .active = shape.model(shape.used) + added,
          .what_is_missing = "multi-head latent attention and mixture-of-experts layers"};
}

}  // namespace scenarios
