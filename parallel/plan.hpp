#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "parallel/schedule/instruction.hpp"
#include "ranks/mesh.hpp"
#include "sim/dtype.hpp"
#include "sim/kernels/optimizer/adamw.hpp"
#include "sim/model/activation_plan.hpp"
#include "sim/model/description.hpp"

namespace parallel {

enum class Mode : std::uint8_t { training, inference };

enum class PipelineSchedule : std::uint8_t { gpipe, one_forward_one_backward, interleaved };

/// How DeepSpeed gathers ZeRO-3's weights, all in elements (its stage3_* keys and defaults).
struct Stage3Plan {
  std::int64_t max_live_parameters = 1'000'000'000;
  std::int64_t max_reuse_distance = 1'000'000'000;
  std::int64_t prefetch_bucket_size = 50'000'000;
  std::int64_t param_persistence_threshold = 100'000;
};

/// How ZeRO splits the model states over the dp group (Rajbhandari et al. 2020).
struct ZeroPlan {
  int stage = 0;
  bool reduce_scatter = true;
  std::int64_t reduce_bucket_size = 500'000'000;     // elements
  std::int64_t allgather_bucket_size = 500'000'000;  // elements
  std::optional<Stage3Plan> stage3;  // none: gathered on entering a module, released on leaving
};

/// Storage types. `master` tells whether an fp32 copy of the weights belongs to the optimizer.
struct PrecisionPlan {
  sim::Dtype weights = sim::Dtype::fp32;  // of activations too
  sim::Dtype gradients = sim::Dtype::fp32;
  bool master = false;
  bool loss_scaling = false;
  bool int8_matrices = false;  // inference: linear weights as int8 with an fp32 scale a row
};

/// Dynamic loss scale (Micikevicius et al. 2018, "Mixed Precision Training"; DeepSpeed's keys).
struct LossScalePlan {
  double initial = 65536;
  std::int64_t window = 1000;
  std::int64_t hysteresis = 2;
  double minimum = 1;
};

enum class OptimizerType : std::uint8_t { adamw, adamw_8bit, sgd };

struct OptimizerPlan {
  OptimizerType type = OptimizerType::adamw;
  sim::AdamW adamw;           // its learning rate is SGD's too
  double momentum = 0.9;      // of SGD
  double weight_decay = 0.1;  // on tensors of two dimensions
  double clip_grad = 1.0;     // 0: no clipping
};

/// What one sequence of an inference run is given and makes.
struct InferencePlan {
  std::int64_t prompt_length = 0;
  std::int64_t new_tokens = 0;
};

/// Everything the train step needs to know, already checked: no file, no text.
struct Plan {
  Mode mode = Mode::training;
  InferencePlan inference;
  sim::ModelDescription model;
  ranks::MeshShape mesh;
  PipelineSchedule schedule = PipelineSchedule::one_forward_one_backward;
  std::vector<Schedule> schedule_table;        // by stage, in place of `schedule`, or empty
  int virtual_stages = 1;                      // v: chunks a rank; more than 1 when interleaved
  std::vector<std::int64_t> layers_per_stage;  // p v entries in the order of the model
  sim::ActivationPlan activations;
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

/// Throws sim::Error unless layers and batch divide as the plan says, and a schedule table has each
/// stage play all micro-batches of all its chunks, reduce them once, and wait for nothing that does
/// not come.
void check(const Plan& plan);

}  // namespace parallel
