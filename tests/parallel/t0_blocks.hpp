#pragma once

#include "tests/parallel/blocks.hpp"
#include "tests/parallel/t0.hpp"

namespace test {

/// T0's sizes with Llama's block, SwiGLU of width 256, so many key/value heads for four heads of
/// 16. A layer, with two of them: query and projection 2 * 4,096, key and value 2 * 2,048, gate, up
/// and down 3 * 16,384, norms 128: 61,568 elements.
inline parallel::Plan llama_t0(std::int64_t kv_heads) {
  return with_llama_block(t0(), kv_heads);
}

/// T0's sizes with GPT-NeoX's block, a quarter of each head turned.
inline parallel::Plan neox_t0() {
  return with_neox_block(t0(), 0.25);
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
