#pragma once

#include <string_view>

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// How one of the two files that describe DeepSeek-V3 names its sizes.
struct DeepSeekNames {
  std::string_view vocabulary;
  std::string_view hidden;
  std::string_view layers;
  std::string_view dense_layers;
  std::string_view heads;
  std::string_view dense_width;
  std::string_view expert_width;
  std::string_view experts;
  std::string_view shared_experts;
  std::string_view used_experts;
  bool has_router_terms = false;  // a correction an expert, of "noaux_tc" routing
};

inline constexpr DeepSeekNames hugging_face_names{"vocab_size",
                                                  "hidden_size",
                                                  "num_hidden_layers",
                                                  "first_k_dense_replace",
                                                  "num_attention_heads",
                                                  "intermediate_size",
                                                  "moe_intermediate_size",
                                                  "n_routed_experts",
                                                  "n_shared_experts",
                                                  "num_experts_per_tok",
                                                  true};
inline constexpr DeepSeekNames native_names{
    "vocab_size", "dim",           "n_layers",         "n_dense_layers",   "n_heads",
    "inter_dim",  "moe_inter_dim", "n_routed_experts", "n_shared_experts", "n_activated_experts"};

/// Parameters of DeepSeek-V3's kind of model (multi-head latent attention, dense layers first,
/// then experts), main model alone; notes what the count leaves out. Source: DeepSeek-V3 technical
/// report (arXiv 2412.19437), section 2.1, and its published model code.
CountedModel count_deepseek(Imported& imported, Settings& settings, const DeepSeekNames& names);

}  // namespace scenarios
