#pragma once

#include "parallel/plan.hpp"

namespace test {

/// The plan with a block as Llama's: RMSNorm, rotary embedding, SwiGLU, no biases, an untied head,
/// and so many key/value heads.
inline parallel::Plan with_llama_block(parallel::Plan plan, std::int64_t kv_heads) {
  plan.model.names = sim::llama_names();
  plan.model.kv_heads = kv_heads;
  plan.model.tied_embedding = false;
  plan.model.block = {.normalization = sim::Normalization::rms_norm,
                      .position_embedding = sim::PositionEmbedding::rope,
                      .activation = sim::Activation::silu,
                      .gated_linear_unit = true,
                      .add_bias_linear = false,
                      .add_qkv_bias = false};
  return plan;
}

/// The plan with a block as GPT-NeoX's: parallel residual, a part of each head turned, QKV fused
/// head by head, an untied head.
inline parallel::Plan with_neox_block(parallel::Plan plan, double rotary_percent) {
  plan.model.names = sim::gpt_neox_names();
  plan.model.tied_embedding = false;
  plan.model.block.position_embedding = sim::PositionEmbedding::rope;
  plan.model.block.activation = sim::Activation::gelu;
  plan.model.block.parallel_residual = true;
  plan.model.block.rotary_percent = rotary_percent;
  return plan;
}

}  // namespace test
