#pragma once

#include "tests/parallel/blocks.hpp"
#include "tests/parallel/small_model.hpp"

namespace test {

/// small_plan() with positions that up to four ranks divide.
inline parallel::Plan divisible_plan() {
  parallel::Plan plan = small_plan();
  plan.model.sequence_length = 12;
  return plan;
}

inline parallel::Plan llama_plan() {
  return with_llama_block(divisible_plan(), 2);
}

inline parallel::Plan neox_plan() {
  return with_neox_block(divisible_plan(), 0.5);
}

/// One norm for attention and MLP, on NeoX's block (GPT-J, Falcon).
inline parallel::Plan shared_norm_plan() {
  parallel::Plan plan = neox_plan();
  plan.model.block.shared_norm = true;
  return plan;
}

/// Norms of query and key, and one key/value head for all heads, with biases.
inline parallel::Plan head_norms_plan() {
  parallel::Plan plan = llama_plan();
  plan.model.kv_heads = 1;
  plan.model.block.qk_layernorm = true;
  plan.model.block.add_qkv_bias = true;
  return plan;
}

}  // namespace test
