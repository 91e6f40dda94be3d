#pragma once

#include "tests/parallel/t0.hpp"

namespace test {

/// T0's sizes with Llama's block: RMSNorm, rope, SwiGLU of width 256, no biases, untied, so many
/// key/value heads for four heads of 16. A layer, with two of them: query and projection 2 * 4,096,
/// key and value 2 * 2,048, gate, up and down 3 * 16,384, norms 128: 61,568 elements.
inline parallel::Plan llama_t0(std::int64_t kv_heads) {
  parallel::Plan plan = t0();
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

/// T0's sizes with GPT-NeoX's block: parallel residual, a quarter of each head turned, untied.
inline parallel::Plan neox_t0() {
  parallel::Plan plan = t0();
  plan.model.names = sim::gpt_neox_names();
  plan.model.tied_embedding = false;
  plan.model.block.position_embedding = sim::PositionEmbedding::rope;
  plan.model.block.activation = sim::Activation::gelu;
  plan.model.block.parallel_residual = true;
  plan.model.block.rotary_percent = 0.25;
  return plan;
}

/// The plan with its activations kept another way.
inline parallel::Plan keeping(parallel::Plan plan, const sim::ActivationPlan& activations) {
  plan.activations = activations;
  return plan;
}

inline constexpr sim::ActivationPlan sequence_parallel{.sequence_parallel = true};
inline constexpr sim::ActivationPlan selective{.recompute = sim::Recompute::selective};
inline constexpr sim::ActivationPlan full{.recompute = sim::Recompute::full};
inline constexpr sim::ActivationPlan full_sequence_parallel{.recompute = sim::Recompute::full,
                                                            .sequence_parallel = true};
inline constexpr sim::ActivationPlan full_partitioned{.recompute = sim::Recompute::full,
                                                      .partition_activations = true};

}  // namespace test
