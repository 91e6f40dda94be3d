#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ranks/mesh.hpp"
#include "sim/dtype.hpp"
#include "sim/kernels/optimizer.hpp"
#include "sim/model/description.hpp"

namespace parallel {

enum class PipelineSchedule : std::uint8_t { gpipe, one_forward_one_backward };

/// How ZeRO splits the model states over the dp group (Rajbhandari et al. 2020).
struct ZeroPlan {
  int stage = 0;
  bool reduce_scatter = true;
  std::int64_t reduce_bucket_size = 500'000'000;     // elements
  std::int64_t allgather_bucket_size = 500'000'000;  // elements
};

/// Storage types. `master` tells whether an fp32 copy of the weights belongs to the optimizer.
struct PrecisionPlan {
  sim::Dtype weights = sim::Dtype::fp32;  // of activations too
  sim::Dtype gradients = sim::Dtype::fp32;
  bool master = false;
  bool loss_scaling = false;
};

/// Dynamic loss scale (Micikevicius et al. 2018, "Mixed Precision Training"; DeepSpeed's keys).
struct LossScalePlan {
  double initial = 65536;
  std::int64_t window = 1000;
  std::int64_t hysteresis = 2;
  double minimum = 1;
};

struct OptimizerPlan {
  sim::AdamW adamw;
  double weight_decay = 0.1;  // on tensors of two dimensions
  double clip_grad = 1.0;     // 0: no clipping
};

/// Everything the train step needs to know, already checked: no file, no text.
struct Plan {
  sim::ModelDescription model;
  ranks::MeshShape mesh;
  PipelineSchedule schedule = PipelineSchedule::one_forward_one_backward;
  std::vector<std::int64_t> layers_per_stage;  // p entries, sum = layers
  ZeroPlan zero;
  PrecisionPlan precision;
  LossScalePlan loss_scale;
  OptimizerPlan optimizer;
  std::int64_t micro_batch_size = 1;
  std::int64_t global_batch_size = 1;
  std::int64_t steps = 1;
  std::uint64_t seed = 1234;

  /// Micro-batches a step and replica, m = B / (b d).
  [[nodiscard]] std::int64_t micro_batches() const {
    return global_batch_size / (micro_batch_size * mesh.dp);
  }
};

}  // namespace parallel
