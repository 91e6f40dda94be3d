#pragma once

#include "tests/parallel/small_model.hpp"

namespace test {

/// small_plan() with positions that up to four ranks divide.
inline parallel::Plan divisible_plan() {
  parallel::Plan plan = small_plan();
  plan.model.sequence_length = 12;
  return plan;
}

/// A block as Llama's: RMSNorm, rotary embedding, SwiGLU, two key/value heads for four heads.
inline parallel::Plan llama_plan() {
  parallel::Plan plan = divisible_plan();
  plan.model.names = sim::llama_names();
  plan.model.kv_heads = 2;
  plan.model.tied_embedding = false;
  plan.model.block = {.normalization = sim::Normalization::rms_norm,
                      .position_embedding = sim::PositionEmbedding::rope,
                      .activation = sim::Activation::silu,
                      .gated_linear_unit = true,
                      .add_bias_linear = false,
                      .add_qkv_bias = false};
  return plan;
}

/// A block as GPT-NeoX's: parallel residual, half of each head turned, QKV fused head by head.
inline parallel::Plan neox_plan() {
  parallel::Plan plan = divisible_plan();
  plan.model.names = sim::gpt_neox_names();
  plan.model.tied_embedding = false;
  plan.model.block.position_embedding = sim::PositionEmbedding::rope;
  plan.model.block.activation = sim::Activation::gelu;
  plan.model.block.parallel_residual = true;
  plan.model.block.rotary_percent = 0.5;
  return plan;
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
