#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "parallel/plan.hpp"
#include "tests/sim/model/t0_model.hpp"

namespace test {

/// T0 on one rank: fp32, ZeRO 0, one micro-batch of one sequence, one step.
inline parallel::Plan t0() {
  parallel::Plan plan;
  plan.model = t0_model();
  plan.layers_per_stage = {4};
  // Of the size of the gradients: a weight's update is then a smooth function of its gradient, not
  // its sign, and what two layouts round differently stays small in the weights.
  plan.optimizer.adamw.epsilon = 1e-3;
  return plan;
}

/// The plan on a mesh, with m micro-batches of the plan's own size a step and replica.
inline parallel::Plan on(parallel::Plan plan, ranks::MeshShape mesh, int stage, std::int64_t m) {
  plan.mesh = mesh;
  plan.zero.stage = stage;
  plan.global_batch_size = plan.micro_batch_size * mesh.dp * m;
  plan.layers_per_stage.assign(static_cast<std::size_t>(mesh.pp), plan.model.layers / mesh.pp);
  return plan;
}

/// The plan with other numbers of layers on its stages.
inline parallel::Plan with_stages(parallel::Plan plan, std::vector<std::int64_t> layers) {
  plan.model.layers = std::accumulate(layers.begin(), layers.end(), std::int64_t{0});
  plan.layers_per_stage = std::move(layers);
  return plan;
}

inline constexpr parallel::PrecisionPlan fp32{};
inline constexpr parallel::PrecisionPlan bf16{sim::Dtype::bf16, sim::Dtype::bf16, false, false};
inline constexpr parallel::PrecisionPlan bf16_fp32_gradients{sim::Dtype::bf16, sim::Dtype::fp32,
                                                             false, false};
inline constexpr parallel::PrecisionPlan fp16{sim::Dtype::fp16, sim::Dtype::fp16, false, true};
inline constexpr parallel::PrecisionPlan fp16_fp32_gradients{sim::Dtype::fp16, sim::Dtype::fp32,
                                                             false, true};
inline constexpr parallel::PrecisionPlan mixed_bf16{sim::Dtype::bf16, sim::Dtype::bf16, true,
                                                    false};
inline constexpr parallel::PrecisionPlan mixed_bf16_fp32_gradients{sim::Dtype::bf16,
                                                                   sim::Dtype::fp32, true, false};
inline constexpr parallel::PrecisionPlan mixed_fp16{sim::Dtype::fp16, sim::Dtype::fp16, true, true};
inline constexpr parallel::PrecisionPlan mixed_fp16_fp32_gradients{sim::Dtype::fp16,
                                                                   sim::Dtype::fp32, true, true};

}  // namespace test
