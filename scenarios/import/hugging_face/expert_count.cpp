#include "scenarios/import/hugging_face/expert_count.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/hugging_face/deepseek_shape.hpp"
#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

// Products of a layer's sizes, experts and layers stay inside 128 bits.
constexpr std::int64_t largest_size = std::int64_t{1} << 24U;

/// Reads sizes that must be there.
class Sizes {
 public:
  Sizes(Imported& imported, Settings& settings) : imported_(imported), settings_(settings) {}

  Int128 needed(std::string_view key) {
    const auto value = integer_of(imported_, settings_, key);
    if (value && *value > 0 && *value < largest_size) return *value;
    imported_.fault(settings_, key, value ? "is no size" : "is needed for the count");
    return 1;
  }
  Int128 or_else(std::string_view key, Int128 fallback) {
    return settings_.states(key) ? needed(key) : fallback;
  }
  bool is_set(std::string_view key) {
    return boolean_of(imported_, settings_, key).value_or(false);
  }

 private:
  Imported& imported_;
  Settings& settings_;
};

// A layer's experts, of which `used` work on a token.
struct Experts {
  Int128 all = 0;
  Int128 used = 0;
  Int128 each = 0;    // parameters of one
  Int128 around = 0;  // the router
};

CountedModel mixture(Int128 layers, Int128 rest_of_layer, Int128 outside, const Experts& of,
                     std::string missing) {
  const Int128 shared = outside + layers * (rest_of_layer + of.around);
  return {.parameters = shared + layers * of.all * of.each,
          .active = shared + layers * of.used * of.each,
          .what_is_missing = std::move(missing)};
}

// Llama's block with E gated MLPs behind a router h -> E, as in Mixtral and Qwen3-MoE (which norms
// queries and keys besides).
CountedModel count_gated_experts(Sizes sizes, std::string_view experts_key,
                                 std::string_view width_key, bool qk_norm) {
  const Int128 h = sizes.needed("hidden_size");
  const Int128 heads = sizes.needed("num_attention_heads");
  const Int128 kv_heads = sizes.or_else("num_key_value_heads", heads);
  const Int128 head_dim = sizes.or_else("head_dim", h / heads);
  const Int128 attention = 2 * h * heads * head_dim + 2 * h * kv_heads * head_dim;
  const Experts experts{.all = sizes.needed(experts_key),
                        .used = sizes.needed("num_experts_per_tok"),
                        .each = 3 * h * sizes.needed(width_key),
                        .around = h * sizes.needed(experts_key)};
  const Int128 tables =
      (sizes.is_set("tie_word_embeddings") ? 1 : 2) * sizes.needed("vocab_size") * h;
  return mixture(sizes.needed("num_hidden_layers"),
                 attention + 2 * h + (qk_norm ? 2 * head_dim : 0), tables + h, experts,
                 "mixture-of-experts layers (router, experts, their dispatch)");
}

// Biases everywhere, one learned sink a head, experts of one fused gated pair of matrices.
CountedModel count_gpt_oss(Sizes sizes) {
  const Int128 h = sizes.needed("hidden_size");
  const Int128 heads = sizes.needed("num_attention_heads");
  const Int128 head_dim = sizes.or_else("head_dim", 64);
  const Int128 query = heads * head_dim;
  const Int128 kv = sizes.needed("num_key_value_heads") * head_dim;
  const Int128 f = sizes.needed("intermediate_size");
  const Int128 all = sizes.needed("num_local_experts");
  const Int128 attention = h * (query + 2 * kv) + query + 2 * kv + query * h + h + heads;
  const Experts experts{.all = all,
                        .used = sizes.needed("num_experts_per_tok"),
                        .each = h * 2 * f + 2 * f + f * h + h,
                        .around = h * all + all};
  const Int128 tables =
      (sizes.is_set("tie_word_embeddings") ? 1 : 2) * sizes.needed("vocab_size") * h;
  return mixture(sizes.needed("num_hidden_layers"), attention + 2 * h, tables + h, experts,
                 "mixture-of-experts layers, attention sinks and sliding windows");
}

constexpr std::array attention_keys{"attention_bias",      "sliding_window",
                                    "layer_types",         "hidden_act",
                                    "rms_norm_eps",        "rope_theta",
                                    "rope_scaling",        "max_position_embeddings",
                                    "experts_per_token",   "initial_context_length",
                                    "swiglu_limit",        "norm_topk_prob",
                                    "decoder_sparse_step", "mlp_only_layers",
                                    "use_sliding_window",  "num_key_value_heads",
                                    "intermediate_size",   "head_dim",
                                    "torch_dtype",         "dtype",
                                    "quantization_config"};

void tell(Imported& imported, Settings& settings, const std::string& type, CountedModel counted) {
  settings.use("model_type", "how the model is counted");
  for (const char* key : attention_keys) settings.use(key);
  imported.sources.push_back(
      fmt::format("{}: Hugging Face config of {}, counted only", settings.file(), type));
  imported.obstacle(settings, "model_type",
                    fmt::format("\"{}\" is counted, not run: a scenario has no {}", type,
                                counted.what_is_missing));
  imported.counted = std::move(counted);
}

// One row a family: a new one is a row here and a function above.
struct CountedFamily {
  std::string_view model_type;
  CountedModel (*count)(Imported& imported, Settings& settings);
};

constexpr std::array counted_rows{
    CountedFamily{"mixtral",
                  [](Imported& imported, Settings& settings) {
                    return count_gated_experts({imported, settings}, "num_local_experts",
                                               "intermediate_size", false);
                  }},
    CountedFamily{"qwen3_moe",
                  [](Imported& imported, Settings& settings) {
                    return count_gated_experts({imported, settings}, "num_experts",
                                               "moe_intermediate_size", true);
                  }},
    CountedFamily{"gpt_oss",
                  [](Imported& imported, Settings& settings) {
                    return count_gpt_oss({imported, settings});
                  }},
    CountedFamily{"deepseek_v3",
                  [](Imported& imported, Settings& settings) {
                    return count_deepseek(imported, settings, hugging_face_names);
                  }},
};

}  // namespace

bool count_experts(Imported& imported, Settings& settings) {
  const nlohmann::json name = settings.value_or_null("model_type");
  const auto family = std::ranges::find_if(
      counted_rows, [&name](const CountedFamily& row) { return name == row.model_type; });
  if (family == counted_rows.end()) return false;
  tell(imported, settings, std::string(family->model_type), family->count(imported, settings));
  return true;
}

std::string counted_families() {
  std::string names;
  for (const CountedFamily& row : counted_rows) {
    names += (names.empty() ? "" : ", ") + std::string(row.model_type);
  }
  return names;
}

void count_deepseek_native(Imported& imported, Settings& settings) {
  imported.sources.push_back(
      fmt::format("{}: DeepSeek's own config, counted only", settings.file()));
  CountedModel counted = count_deepseek(imported, settings, native_names);
  imported.obstacle(
      settings, "n_routed_experts",
      fmt::format("the model is counted, not run: a scenario has no {}", counted.what_is_missing));
  imported.counted = std::move(counted);
  imported.account(settings, "dtype score_func route_scale n_expert_groups n_limited_groups");
}

}  // namespace scenarios
