#include "scenarios/read/plan.hpp"

#include <optional>

#include "scenarios/read/presets.hpp"
#include "scenarios/read/stored_types.hpp"
#include "sim/ensure.hpp"

namespace scenarios {

namespace {

constexpr sim::EnumTable<FloatType, sim::Dtype> dtypes{{{FloatType::fp32, sim::Dtype::fp32},
                                                        {FloatType::fp16, sim::Dtype::fp16},
                                                        {FloatType::bf16, sim::Dtype::bf16}}};

sim::BlockDescription block_of(const ModelValues& model) {
  return {.normalization = model.normalization,
          .position_embedding = model.position_embedding_type,
          .activation = model.activation_func,
          .gated_linear_unit = model.gated_linear_unit,
          .add_bias_linear = model.add_bias_linear,
          .add_qkv_bias = model.add_qkv_bias,
          .qk_layernorm = model.qk_layernorm,
          .parallel_residual = model.parallel_residual,
          .shared_norm = model.shared_norm,
          .rotary_percent = model.rotary_percent,
          .rotary_base = model.rotary_base,
          .layernorm_epsilon = model.layernorm_epsilon};
}

sim::ModelDescription model_of(const ModelValues& model, std::int64_t t) {
  return {.block = block_of(model),
          .names = names_of(model.architecture),
          .layers = model.num_layers,
          .hidden = model.hidden_size,
          .heads = model.num_attention_heads,
          .kv_heads = model.num_key_value_heads,
          .head_dim = model.head_dim,
          .ffn_hidden = model.ffn_hidden_size,
          .vocabulary = model.vocab_size,
          .padded_vocabulary =
              padded_vocabulary(model.vocab_size, model.make_vocab_size_divisible_by, t),
          .positions = model.max_position_embeddings,
          .sequence_length = model.seq_length,
          .tied_embedding = model.tie_word_embeddings,
          .attention_dropout = model.attention_dropout,
          .hidden_dropout = model.hidden_dropout};
}

// Absent unless one of its keys was given, and then whole.
std::optional<parallel::Stage3Plan> stage3_of(const ZeroValues& zero) {
  if (!zero.stage3_max_live_parameters) return std::nullopt;
  return parallel::Stage3Plan{
      .max_live_parameters = zero.stage3_max_live_parameters.value(),
      .max_reuse_distance = zero.stage3_max_reuse_distance.value(),
      .prefetch_bucket_size = zero.stage3_prefetch_bucket_size.value(),
      .param_persistence_threshold = zero.stage3_param_persistence_threshold.value()};
}

parallel::ZeroPlan zero_of(const ZeroValues& zero) {
  return {.stage = static_cast<int>(zero.stage),
          .reduce_scatter = zero.reduce_scatter,
          .reduce_bucket_size = zero.reduce_bucket_size,
          .allgather_bucket_size = zero.allgather_bucket_size,
          .stage3 = stage3_of(zero)};
}

// Interleaving with one chunk a rank is plain 1F1B.
parallel::PipelineSchedule schedule_of(const ParallelValues& split) {
  using Schedule = parallel::PipelineSchedule;
  const bool is_plain = split.pipeline_schedule == Schedule::interleaved &&
                        split.virtual_pipeline_model_parallel_size == 1;
  return is_plain ? Schedule::one_forward_one_backward : split.pipeline_schedule;
}

// Loss scaling belongs to the narrow range of fp16 gradients.
parallel::PrecisionPlan precision_of(const ScenarioValues& values) {
  const StoredType stored = stored_types[values.precision];
  return {.weights = dtypes[stored.type],
          .gradients = dtypes[values.gradient_dtype],
          .master = stored.has_master,
          .loss_scaling = stored.type == FloatType::fp16 && values.mode == parallel::Mode::training,
          .int8_matrices = stored.int8_matrices};
}

parallel::LossScalePlan loss_scale_of(const LossScaleValues& scale) {
  return {.initial = scale.initial,
          .window = scale.window,
          .hysteresis = scale.hysteresis,
          .minimum = scale.min};
}

parallel::OptimizerPlan optimizer_of(const OptimizerValues& optimizer) {
  return {.type = optimizer.type,
          .adamw = {.learning_rate = optimizer.lr,
                    .beta_1 = optimizer.betas.at(0),
                    .beta_2 = optimizer.betas.at(1),
                    .epsilon = optimizer.eps},
          .momentum = optimizer.momentum,
          .weight_decay = optimizer.weight_decay,
          .clip_grad = optimizer.clip_grad};
}

}  // namespace

std::int64_t padded_vocabulary(std::int64_t vocabulary, std::int64_t divisible_by, std::int64_t t) {
  const std::int64_t unit = divisible_by * t;
  return (vocabulary + unit - 1) / unit * unit;
}

parallel::Plan plan_of(const ScenarioValues& values) {
  const ParallelValues& split = values.parallel;
  parallel::Plan plan;
  plan.mode = values.mode;
  if (values.mode == parallel::Mode::inference) {
    plan.inference = {.prompt_length = values.inference.prompt_length.value(),
                      .new_tokens = values.inference.new_tokens.value()};
  }
  plan.model = model_of(values.model, split.tensor_model_parallel_size);
  plan.mesh = {.dp = static_cast<int>(split.data_parallel_size),
               .tp = static_cast<int>(split.tensor_model_parallel_size),
               .pp = static_cast<int>(split.pipeline_model_parallel_size)};
  plan.schedule = schedule_of(split);
  plan.virtual_stages = static_cast<int>(split.virtual_pipeline_model_parallel_size);
  plan.layers_per_stage = split.num_layers_per_stage;
  plan.activations = {.recompute = values.recompute,
                      .sequence_parallel = split.sequence_parallel,
                      .partition_activations = values.zero.partition_activations};
  plan.zero = zero_of(values.zero);
  plan.precision = precision_of(values);
  plan.loss_scale = loss_scale_of(values.loss_scale);
  plan.optimizer = optimizer_of(values.optimizer);
  plan.micro_batch_size = values.training.micro_batch_size;
  plan.global_batch_size = values.training.global_batch_size;
  plan.steps = values.training.steps;
  plan.seed = static_cast<std::uint64_t>(values.training.seed);
  return plan;
}

}  // namespace scenarios
